package org.verbena.libibverbs;

/**
 * What a C function left behind.
 *
 * @param value the result register; only its lower half counts for a function that returns {@code int}
 * @param errno {@code errno} right after the call, 0 if the function did not set it
 */
public record NativeResult(long value, int errno) {}
