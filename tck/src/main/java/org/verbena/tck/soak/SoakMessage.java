package org.verbena.tck.soak;

/**
 * A message under way.
 *
 * @param number counts messages of a soak
 * @param what its operation
 * @param payload its bytes
 * @param slot where it lies in the memory of its link
 * @param immediate whether it carries its number
 */
record SoakMessage(long number, SoakOperation what, SoakPayload payload, int slot, boolean immediate) {
    @Override
    public String toString() {
        return "message %d, %s of %d bytes".formatted(number, what, payload.length());
    }
}
