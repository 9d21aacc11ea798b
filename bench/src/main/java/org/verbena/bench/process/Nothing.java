package org.verbena.bench.process;

/** Measures an empty JVM. */
final class Nothing {
    private Nothing() {}

    /**
     * Does nothing.
     *
     * @param args none
     */
    public static void main(String[] args) {
        // The JVM only starts and ends.
    }
}
