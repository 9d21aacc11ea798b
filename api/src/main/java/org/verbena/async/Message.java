// SPDX-License-Identifier: Apache-2.0
package org.verbena.async;

import java.nio.ByteBuffer;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A received message.
 *
 * @param data a copy of the message, in big-endian order; empty if the receive named a region, which then contains the
 *     message, or if the peer performed a write with immediate data
 * @param length the number of bytes of the message or of the write, without the global route header of a datagram
 * @param immData the 32 bits of immediate data; empty if the peer sent none
 * @param invalidatedRkey the key of this side that the peer invalidated, 0..4294967295; empty if none
 * @param srcQp the queue pair number of the sender of a datagram, 24 bits; 0 for other messages
 */
public record Message(ByteBuffer data, long length, OptionalInt immData, OptionalLong invalidatedRkey, long srcQp) {}
