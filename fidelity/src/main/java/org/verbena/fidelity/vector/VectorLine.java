// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

/**
 * A vector and its position in a file.
 *
 * @param file the file name as given by the caller
 * @param number the line number, from 1
 * @param vector the vector
 */
public record VectorLine(String file, int number, Vector vector) {
    /** Returns the position in the format of compiler messages. */
    @Override
    public String toString() {
        return file + ":" + number;
    }
}
