// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.control;

import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.verbena.provider.sim.roce.Captures;
import org.verbena.provider.sim.roce.Network;
import org.verbena.provider.sim.transport.Engine;
import org.verbena.provider.sim.wire.Wire;

/**
 * The environment of a device.
 *
 * @param engine the engine that transfers messages
 * @param wire the wire that its ports are connected to
 * @param creations the creations that must fail
 * @param fabric the identity of the fabric
 * @param captures the captures of all devices
 * @param network the network of the device, null for the fabric within the process
 */
public record DeviceEnvironment(
        Engine engine,
        Wire wire,
        CreateFaults creations,
        UUID fabric,
        Captures captures,
        @Nullable Network network) {
    /** Returns the environment of a device on a network. */
    public DeviceEnvironment on(Wire its, Network with) {
        return new DeviceEnvironment(engine, its, creations, fabric, captures, with);
    }
}
