// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.wire;

/** The reasons why a device drops a packet from the network without an answer (rxe: {@code rxe_rcv} of rxe_recv.c). */
public enum DropReason {
    /** The bytes are not a packet: wrong lengths, an unknown opcode or an unknown version. */
    MALFORMED,
    /** The opcode belongs to a transport that this wire does not have. */
    UNSUPPORTED_TRANSPORT,
    /** There is no queue pair with the destination number, or it has another type. */
    UNKNOWN_QUEUE_PAIR,
    /** The queue pair is in a state that does not receive such packets. */
    WRONG_STATE,
    /** The queue pair is in ERR. Some devices flush receives again when a request arrives in this state. */
    QUEUE_PAIR_IN_ERROR,
    /** The addresses are not those of the connection. */
    WRONG_ADDRESS,
    /** The P_Key is not the default one. */
    WRONG_PKEY,
    /** The checksum is wrong. */
    WRONG_ICRC,
    /** The Q_Key is not that of the queue pair. */
    WRONG_QKEY,
    /** A management datagram that no agent handles. */
    UNHANDLED_MAD,
    /** A message to the connection manager that is not one: a wrong length, version or method. */
    MALFORMED_MAD,
    /** A request for a connection while as many wait as the listener permits. */
    BACKLOG_FULL,
    /** The send buffers were full. */
    NO_SEND_BUFFER,
    /** The network refused a packet, for example because it is larger than the MTU of the link. */
    SEND_FAILED,
    /** An unexpected failure in this process. */
    INTERNAL
}
