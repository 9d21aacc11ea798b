// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

/**
 * A message on the wire, as a fault condition sees it.
 *
 * @param device the name of the device that the message leaves
 * @param operation the operation, named as in the opcode table of the base transport header: {@code SEND},
 *     {@code RDMA_WRITE}, {@code RDMA_READ}, {@code COMPARE_SWAP}, {@code FETCH_ADD}, {@code FLUSH},
 *     {@code ATOMIC_WRITE}, {@code RAW}, {@code ACKNOWLEDGE}, {@code READ_RESPONSE}, {@code ATOMIC_ACKNOWLEDGE}
 * @param request true for a request to a responder, false for a response
 * @param srcQpNum the number of the sending queue pair
 * @param destQpNum the number of the destination queue pair
 * @param psn the packet sequence number, 24 bits
 * @param length the number of payload bytes
 * @param cm the type of a message of the connection manager: {@code REQ}, {@code MRA}, {@code REJ}, {@code REP},
 *     {@code RTU}, {@code DREQ}, {@code DREP}, {@code SIDR_REQ}, {@code SIDR_REP}; empty for other messages
 */
public record SimMessage(
        String device,
        String operation,
        boolean request,
        long srcQpNum,
        long destQpNum,
        int psn,
        long length,
        String cm) {}
