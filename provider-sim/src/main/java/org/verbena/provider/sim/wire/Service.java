package org.verbena.provider.sim.wire;

/** The transport service of a message, the upper bits of a BTH's opcode. */
public enum Service {
    /** RC. */
    RELIABLE,
    /** UC. */
    UNRELIABLE,
    /** UD. */
    DATAGRAM,
    /** XRC. */
    EXTENDED,
    /** Ethernet without InfiniBand's transport. */
    RAW
}
