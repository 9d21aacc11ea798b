// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.wire;

/** The transport service of a message: the upper bits of the opcode in the BTH. */
public enum Service {
    /** RC. */
    RELIABLE,
    /** UC. */
    UNRELIABLE,
    /** UD. */
    DATAGRAM,
    /** XRC. */
    EXTENDED,
    /** Ethernet without an InfiniBand transport header. */
    RAW
}
