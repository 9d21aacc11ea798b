package org.verbena.tck.soak;

/**
 * A message in flight.
 *
 * @param number the number of the message in the soak test
 * @param what its operation
 * @param payload its bytes
 * @param slot its slot in the memory of its link
 * @param immediate whether the immediate data contains its number
 */
record SoakMessage(long number, SoakOperation what, SoakPayload payload, int slot, boolean immediate) {
    @Override
    public String toString() {
        return "message %d, %s of %d bytes".formatted(number, what, payload.length());
    }
}
