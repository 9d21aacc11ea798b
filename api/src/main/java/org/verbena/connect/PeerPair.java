// SPDX-License-Identifier: Apache-2.0
package org.verbena.connect;

/**
 * The peers of two connected queue pairs of one process.
 *
 * @param ofFirst the peer of the first queue pair, that is, the second one
 * @param ofSecond the peer of the second queue pair, that is, the first one
 */
public record PeerPair(Peer ofFirst, Peer ofSecond) {}
