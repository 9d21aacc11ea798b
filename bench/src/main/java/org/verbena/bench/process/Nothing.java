package org.verbena.bench.process;

/** What an empty JVM does. */
final class Nothing {
    private Nothing() {}

    /**
     * Does nothing.
     *
     * @param args none
     */
    public static void main(String[] args) {
        // The JVM starts and ends.
    }
}
