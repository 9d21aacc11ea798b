package org.verbena;

/**
 * The largest value of one capability that is granted, all else being equal.
 *
 * @param field the capability
 * @param requested the largest value that may be asked for, 0..2^32-1
 * @param granted what a queue pair with this request can do; drivers round up, so it may be more
 * @param onDevice whether queue pairs were created to find it; otherwise the driver's model was asked
 */
public record CapMax(QpCapField field, long requested, QpCap granted, boolean onDevice) {}
