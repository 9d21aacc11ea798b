// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.rsocket;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * One end of an in-memory connection. Messages wait on a wire until the test delivers them. The test decides when a
 * message arrives and when the send completes.
 */
final class Station {
    private static final long LIST = 0x1000;
    private static final long RING = 0x10_0000;

    /** The number of I/O map entries that each station offers. */
    static final int IO_MAP = 2;

    /** A message on the wire: bytes for the ring, or a descriptor for the list, and immediate data. */
    private record Message(long address, byte[] bytes, int immediate, long wrId) {}

    final Rsocket rsocket;
    private final ByteBuffer list = ByteBuffer.allocate(
                    SendSide.ENTRIES * SendSide.ENTRY_LENGTH + IO_MAP * IoMap.ENTRY_LENGTH)
            .order(ByteOrder.nativeOrder());
    private final byte[] ring;
    private final int credits;
    private final Queue<Message> wire = new ArrayDeque<>();
    private final Queue<Long> unacknowledged = new ArrayDeque<>();
    private int entry = 1;

    Station(int slots, int sendBuffer, int credits, int receiveBuffer) {
        this.credits = credits;
        ring = new byte[receiveBuffer];
        rsocket = new Rsocket(slots, sendBuffer, list, credits, receiveBuffer);
    }

    static void connect(Station one, Station other) {
        one.rsocket.connected(other.data());
        other.rsocket.connected(one.data());
    }

    ConnectionData data() {
        return new ConnectionData(
                false, credits, IO_MAP, new Target(LIST, 1, SendSide.ENTRIES), new Target(RING, 2, ring.length / 2));
    }

    /** Sends as many of the bytes as possible. Returns their number. */
    int write(byte[] bytes, int offset, int length) {
        int sent = rsocket.sendable(length, 0);
        if (sent > 0) {
            byte[] message = new byte[sent];
            System.arraycopy(bytes, offset, message, 0, sent);
            long address = rsocket.out().remoteAddress();
            post(
                    address,
                    message,
                    Immediate.of(Immediate.DATA, sent),
                    rsocket.out().sending(sent, sent));
        }
        return sent;
    }

    private void post(long address, byte[] bytes, int immediate, long wrId) {
        wire.add(new Message(address, bytes, immediate, wrId));
        unacknowledged.add(wrId);
    }

    /** Sends the control messages that are due. */
    void control() {
        for (long next = rsocket.nextControl(); next != Rsocket.NONE; next = rsocket.nextControl()) {
            byte[] descriptor = new byte[0];
            long address = 0;
            if (Immediate.operation((int) next) == Immediate.CREDITS) {
                int half = rsocket.announcedHalf();
                if (half >= 0) {
                    descriptor = ByteBuffer.allocate(SendSide.ENTRY_LENGTH)
                            .order(ByteOrder.nativeOrder())
                            .putLong(RING + half)
                            .putInt(2)
                            .putInt(ring.length / 2)
                            .array();
                    address = LIST + (long) entry * SendSide.ENTRY_LENGTH;
                    entry = (entry + 1) % SendSide.ENTRIES;
                }
                rsocket.creditsSent();
            }
            post(address, descriptor, (int) next, rsocket.out().sendingControl());
        }
    }

    /** Sends the pending entries of the peer's I/O map. */
    void entries() {
        for (long next = rsocket.nextEntry(0); next != Rsocket.NONE; next = rsocket.nextEntry(0)) {
            IoRange range = rsocket.peerIoMap().sending();
            byte[] entry = ByteBuffer.allocate(IoMap.ENTRY_LENGTH)
                    .order(ByteOrder.nativeOrder())
                    .putLong(range.offset())
                    .putLong(range.address())
                    .putInt((int) range.key())
                    .putInt((int) range.length())
                    .array();
            post(
                    LIST + SendSide.ENTRIES * SendSide.ENTRY_LENGTH + next * IoMap.ENTRY_LENGTH,
                    entry,
                    Immediate.of(Immediate.IO_MAP, (int) next),
                    rsocket.out().sendingEntry(entry.length));
        }
    }

    /** Changes the bytes of an entry of this station's map, as the peer can at any time. */
    void overwriteEntry(int index, IoRange range) {
        list.position(SendSide.ENTRIES * SendSide.ENTRY_LENGTH + index * IoMap.ENTRY_LENGTH);
        list.putLong(range.offset())
                .putLong(range.address())
                .putInt((int) range.key())
                .putInt((int) range.length());
        list.clear();
    }

    /** Delivers the first message on the wire. Returns false if there is none. */
    boolean deliver(Station to) throws ProtocolException {
        Message message = wire.poll();
        if (message == null) {
            return false;
        }
        if (message.address() >= RING) {
            System.arraycopy(message.bytes(), 0, to.ring, (int) (message.address() - RING), message.bytes().length);
        } else if (message.address() >= LIST) {
            to.list.put((int) (message.address() - LIST), message.bytes());
        }
        to.rsocket.onReceive(message.immediate());
        return true;
    }

    /** Completes the oldest message if it has been delivered. */
    void acknowledge() {
        Long wrId = unacknowledged.size() > wire.size() ? unacknowledged.poll() : null;
        if (wrId != null) {
            rsocket.onCompletion(wrId);
        }
    }

    /** Reads at most {@code length} bytes. Returns their number. */
    int read(byte[] target, int offset, int length) {
        int count = Math.min(length, rsocket.in().contiguous());
        System.arraycopy(ring, rsocket.in().position(), target, offset, count);
        rsocket.in().consumed(count);
        return count;
    }

    /** Returns the number of messages on the wire. */
    int inFlight() {
        return wire.size();
    }
}
