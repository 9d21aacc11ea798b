// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.wire;

/**
 * A path from a port that can be compared. Two paths are equal if they lead from the same port and have the same end.
 * Ends of different kinds have different types.
 *
 * <p>This class is not a record. The JVM generates code to compare records. That code softly retains the class loader
 * of their components, the last one that it was generated for, as long as the JVM lives. A bundle may be uninstalled
 * earlier.
 */
abstract class PathKey implements Path {
    /** The port where the path begins. */
    final Port from;

    private final Object end;

    PathKey(Port from, Object end) {
        this.from = from;
        this.end = end;
    }

    @Override
    public final boolean equals(Object other) {
        return other instanceof PathKey key && from.equals(key.from) && end.equals(key.end);
    }

    @Override
    public final int hashCode() {
        return 31 * from.hashCode() + end.hashCode();
    }
}
