package org.verbena.libibverbs.driver;

/** {@code __be32} in a register of a little-endian processor, which all supported ones are. */
final class NetworkOrder {
    private NetworkOrder() {}

    /** {@code htobe32}, and {@code be32toh}. */
    static int of(long number) {
        return Integer.reverseBytes((int) number);
    }
}
