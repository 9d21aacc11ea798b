package org.verbena.async;

import java.nio.ByteBuffer;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What a receive took.
 *
 * @param data a copy of the message, in big-endian order; empty if the receive named a region, where the message is then,
 *     or if the peer wrote to memory with immediate data
 * @param length bytes of the message, or of what the peer wrote; without the global route header of a datagram
 * @param immData the 32 bits that the peer gave, if it did
 * @param invalidatedRkey the key of this side that the peer invalidated, 0..4294967295, if it did
 * @param srcQp the number of the sender's queue pair, 24 bits, of a datagram; otherwise 0
 */
public record Message(ByteBuffer data, long length, OptionalInt immData, OptionalLong invalidatedRkey, long srcQp) {}
