package org.verbena.bench.plan;

/**
 * A program of the perftest package, as server and as client.
 *
 * @param program the name of the program
 * @param size the size of a message in bytes
 */
public record PerftestWork(String program, int size) implements Work {}
