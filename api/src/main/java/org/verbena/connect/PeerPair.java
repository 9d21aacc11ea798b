package org.verbena.connect;

/**
 * What two queue pairs of one process know of each other.
 *
 * @param ofFirst the peer of the first queue pair, that is, the second one
 * @param ofSecond the peer of the second queue pair
 */
public record PeerPair(Peer ofFirst, Peer ofSecond) {}
