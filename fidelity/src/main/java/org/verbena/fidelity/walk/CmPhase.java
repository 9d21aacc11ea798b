// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

/** The progress of an identifier. A walk chooses sensible steps by it. */
enum CmPhase {
    NEW,
    BOUND,
    LISTENING,
    RESOLVING,
    ADDRESSED,
    ROUTED,
    CONNECTING,
    /** The peer has accepted, and the application must establish the connection. */
    ANSWERED,
    /** A request of a peer waits for an answer. */
    REQUESTED,
    ACCEPTED,
    CONNECTED,
    /** The peer has ended the connection. */
    DISCONNECTED,
    /** This side has ended the connection, or it has failed. */
    ENDED
}
