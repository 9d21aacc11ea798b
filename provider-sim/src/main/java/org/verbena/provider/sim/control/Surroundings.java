package org.verbena.provider.sim.control;

import java.util.UUID;
import org.verbena.provider.sim.transport.Engine;
import org.verbena.provider.sim.wire.Wire;

/**
 * What a device finds around itself.
 *
 * @param engine what moves messages
 * @param wire what its ports are connected to
 * @param creations which creations are to fail
 * @param fabric the identity of the network
 */
public record Surroundings(Engine engine, Wire wire, CreateFaults creations, UUID fabric) {}
