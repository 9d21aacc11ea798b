package org.verbena.bench.plan;

/**
 * A program of the package perftest, as server and as client.
 *
 * @param program its name
 * @param size bytes of a message
 */
public record PerftestWork(String program, int size) implements Work {}
