package org.verbena.provider.sim;

/**
 * A message on the wire, as a fault may look at it.
 *
 * @param device the name of the device that it leaves
 * @param operation what it is, as the base transport header's opcode table calls it: {@code SEND}, {@code RDMA_WRITE},
 *     {@code RDMA_READ}, {@code COMPARE_SWAP}, {@code FETCH_ADD}, {@code FLUSH}, {@code ATOMIC_WRITE}, {@code RAW},
 *     {@code ACKNOWLEDGE}, {@code READ_RESPONSE}, {@code ATOMIC_ACKNOWLEDGE}
 * @param request whether it is for a responder; otherwise it is an answer
 * @param srcQpNum the number of the queue pair that sent it
 * @param destQpNum the number of the queue pair that it is for
 * @param psn its packet sequence number, 24 bits
 * @param length the number of bytes that it carries
 */
public record SimMessage(
        String device, String operation, boolean request, long srcQpNum, long destQpNum, int psn, long length) {}
