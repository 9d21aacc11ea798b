// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.ibcm;

/** The states of a connection: {@code enum ib_cm_state}. */
public enum ConnState {
    /** There is no connection. */
    IDLE,
    /** This side has sent a request. */
    REQ_SENT,
    /** The peer has requested a connection. */
    REQ_RCVD,
    /** The request waits for the application. Repetitions of it are acknowledged. */
    MRA_REQ_SENT,
    /** The peer has acknowledged the request without an answer. */
    MRA_REQ_RCVD,
    /** This side has accepted the request. */
    REP_SENT,
    /** The peer has accepted the request. */
    REP_RCVD,
    /** The reply waits for the application. Repetitions of it are acknowledged. */
    MRA_REP_SENT,
    /** The peer has acknowledged the reply without an answer. */
    MRA_REP_RCVD,
    /** The connection is established. */
    ESTABLISHED,
    /** This side has ended the connection. */
    DREQ_SENT,
    /** The peer has ended the connection. */
    DREQ_RCVD,
    /** The connection has ended. Late packets may still arrive. */
    TIMEWAIT,
    /** This side has requested the address of a datagram service. */
    SIDR_REQ_SENT,
    /** The peer has requested the address of a datagram service. */
    SIDR_REQ_RCVD
}
