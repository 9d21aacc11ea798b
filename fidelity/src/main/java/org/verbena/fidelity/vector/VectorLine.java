package org.verbena.fidelity.vector;

/**
 * A vector and where it stands.
 *
 * @param file the file as it was named
 * @param number the number of the line, from 1
 * @param vector the vector
 */
public record VectorLine(String file, int number, Vector vector) {
    /** The place as compilers print it. */
    @Override
    public String toString() {
        return file + ":" + number;
    }
}
