package org.verbena.provider.sim.transport;

import org.verbena.provider.sim.wire.Path;
import org.verbena.provider.sim.wire.Route;

/**
 * Where messages go.
 *
 * @param path the way
 * @param route the addresses on it
 * @param domain the protection domain of an address handle; of a connection whatever
 */
public record AddressVector(Path path, Route route, Object domain) {}
