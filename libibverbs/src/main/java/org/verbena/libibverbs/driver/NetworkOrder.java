package org.verbena.libibverbs.driver;

/** Conversion of {@code __be32} values in registers. All supported processors are little-endian. */
final class NetworkOrder {
    private NetworkOrder() {}

    /** Converts like {@code htobe32} and {@code be32toh}. */
    static int of(long number) {
        return Integer.reverseBytes((int) number);
    }
}
