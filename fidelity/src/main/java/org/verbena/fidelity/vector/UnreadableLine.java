package org.verbena.fidelity.vector;

/**
 * A line of a file of vectors that holds no vector.
 *
 * @param file the file as it was named
 * @param number the number of the line, from 1
 * @param reason the reason, with field and value where one of them is wrong
 */
public record UnreadableLine(String file, int number, String reason) {
    /** Returns place and reason as compilers print them. */
    @Override
    public String toString() {
        return file + ":" + number + ": " + reason;
    }
}
