// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

/**
 * The largest granted value of one capability, with all other attributes unchanged.
 *
 * @param field the capability
 * @param requested the largest value that may be requested, 0..2^32-1
 * @param granted the capabilities of a queue pair with this request; drivers round up, so they may exceed the request
 * @param onDevice true if the value was found by creating queue pairs, false if the model of the driver computed it
 */
public record CapMax(QpCapField field, long requested, QpCap granted, boolean onDevice) {}
