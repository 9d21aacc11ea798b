package org.verbena.provider.sim.wire;

/**
 * A way from a port. It equals another from there to the same end; ends of different kinds are of different types. Ways
 * are compared by code of their own, and are no records: what the JVM makes to compare records keeps the class loader of
 * their components (the last one that it was made for, softly) as long as the JVM lives, and bundles go before that.
 */
abstract class Way implements Path {
    /** Where it begins. */
    final Port from;

    private final Object end;

    Way(Port from, Object end) {
        this.from = from;
        this.end = end;
    }

    @Override
    public final boolean equals(Object other) {
        return other instanceof Way way && from.equals(way.from) && end.equals(way.end);
    }

    @Override
    public final int hashCode() {
        return 31 * from.hashCode() + end.hashCode();
    }
}
