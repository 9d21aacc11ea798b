// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

/**
 * A line of a vector file that is not a vector.
 *
 * @param file the file name as given by the caller
 * @param number the line number, from 1
 * @param reason the reason, with the field and the value at fault
 */
public record UnreadableLine(String file, int number, String reason) {
    /** Returns the position and the reason in the format of compiler messages. */
    @Override
    public String toString() {
        return file + ":" + number + ": " + reason;
    }
}
