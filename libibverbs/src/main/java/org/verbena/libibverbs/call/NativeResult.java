package org.verbena.libibverbs.call;

/**
 * The result of a C function.
 *
 * @param value the result register; only its lower half is defined for a function that returns {@code int}
 * @param errno {@code errno} directly after the call, 0 if the function did not set it
 */
public record NativeResult(long value, int errno) {}
