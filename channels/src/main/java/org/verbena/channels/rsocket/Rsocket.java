// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.rsocket;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A connection of the rsocket protocol. It takes the immediate data of received messages and the completions of sent
 * ones, and returns the control messages that are due. Not safe for use by several threads.
 *
 * <p>The owner posts one work request for each message: a write with immediate data. It asks for control messages
 * ({@link #nextControl}) after each event and after each read.
 */
public final class Rsocket {
    /** No control message is due or can be sent. */
    public static final long NONE = -1;

    private final int slots;
    private final ReceiveSide in;
    private final SendSide out;
    private final IoMap ioMap;
    private final PeerIoMap peerIoMap = new PeerIoMap();

    private boolean connected;
    private boolean peerShutdown;
    private boolean peerDisconnected;
    private boolean peerReset;

    private boolean shutdownWanted;
    private boolean disconnectWanted;
    private boolean resetWanted;
    private boolean disconnectSent;

    /**
     * Creates a connection.
     *
     * @param slots the entries of the send queue
     * @param sendBuffer the bytes of the send ring
     * @param list the memory into which the peer writes, in native order: {@link SendSide#ENTRIES} descriptors, and the
     *     entries of the I/O map behind them
     * @param maxMessages the receives of the queue pair
     * @param receiveBuffer the bytes of the receive ring, even
     */
    public Rsocket(int slots, int sendBuffer, ByteBuffer list, int maxMessages, int receiveBuffer) {
        this.slots = slots;
        in = new ReceiveSide(receiveBuffer, maxMessages);
        out = new SendSide(slots, sendBuffer, list);
        int descriptors = SendSide.ENTRIES * SendSide.ENTRY_LENGTH;
        ioMap = new IoMap(list.slice(descriptors, list.capacity() - descriptors).order(ByteOrder.nativeOrder()));
    }

    /** {@return the receiving half} */
    public ReceiveSide in() {
        return in;
    }

    /** {@return the sending half} */
    public SendSide out() {
        return out;
    }

    /**
     * Returns the memory of the peer that this side may write.
     *
     * @return the I/O map of this side
     */
    public IoMap ioMap() {
        return ioMap;
    }

    /**
     * Returns the memory of this side that the peer may write.
     *
     * @return the I/O map of the peer
     */
    public PeerIoMap peerIoMap() {
        return peerIoMap;
    }

    /**
     * Starts the connection with the data of the peer.
     *
     * @param peer the connection data
     */
    public void connected(ConnectionData peer) {
        out.connected(peer);
        peerIoMap.connected(peer.ioMapSize());
        connected = true;
    }

    // ---------------------------------------------------------------- events

    /**
     * Takes a received message.
     *
     * @param immediate its immediate data
     * @throws ProtocolException if the peer breaks the protocol; the owner then resets the connection
     */
    public void onReceive(int immediate) throws ProtocolException {
        if (peerDisconnected) {
            return; // C may send behind its own DISCONNECT
        }
        int value = Immediate.value(immediate);
        int operation = Immediate.operation(immediate);
        switch (operation) {
            case Immediate.DATA -> in.onData(value);
            case Immediate.CREDITS -> out.onCredits(value);
            case Immediate.IO_MAP -> {
                in.onEmpty();
                ioMap.onEntry(value);
            }
            case Immediate.CONTROL -> onControl(value);
            default -> throw new ProtocolException("operation " + operation + ", which rsocket does not send");
        }
    }

    private void onControl(int value) {
        switch (value) {
            case Immediate.SHUTDOWN -> {
                peerShutdown = true;
                in.end();
            }
            case Immediate.DISCONNECT -> {
                peerDisconnected = true;
                in.end();
            }
            case Immediate.RESET -> {
                peerReset = true;
                in.end();
            }
            default -> {
                // KEEP_ALIVE, and values of later versions, which C ignores as well.
            }
        }
    }

    /**
     * Takes the completion of a sent message.
     *
     * @param wrId its work request ID
     */
    public void onCompletion(long wrId) {
        out.onCompletion(wrId);
    }

    // ---------------------------------------------------------------- calls

    /** Requests the end of the outgoing stream. */
    public void shutdownOutput() {
        // C sends DISCONNECT if its input has ended as well. The owner may still read, so only close() does so here.
        shutdownWanted = true;
    }

    /** Discards all unread bytes, and those that arrive later. */
    public void shutdownInput() {
        in.discard();
    }

    /**
     * Requests the end of the connection.
     *
     * @param reset whether the peer shall see a reset
     */
    public void close(boolean reset) {
        in.discard();
        resetWanted |= reset;
        disconnectWanted = true;
    }

    /**
     * Returns the next control message to send. The owner must send it before it calls this method again.
     *
     * @return the immediate data as an unsigned number, {@link #NONE} if there is nothing to send now
     */
    public long nextControl() {
        if (!connected || peerDisconnected || disconnectSent || !out.canControl()) {
            return NONE;
        }
        if (resetWanted) {
            resetWanted = false;
            return Integer.toUnsignedLong(Immediate.of(Immediate.CONTROL, Immediate.RESET));
        }
        if (disconnectWanted) {
            disconnectSent = true;
            return Integer.toUnsignedLong(Immediate.of(Immediate.CONTROL, Immediate.DISCONNECT));
        }
        if (in.isUpdateDue()) {
            return Integer.toUnsignedLong(Immediate.of(Immediate.CREDITS, in.limit()));
        }
        if (shutdownWanted) {
            shutdownWanted = false;
            return Integer.toUnsignedLong(Immediate.of(Immediate.CONTROL, Immediate.SHUTDOWN));
        }
        return NONE;
    }

    /**
     * Returns the offset of the half of the ring that goes with an update of the credits.
     *
     * @return the offset from the start of the ring, -1 if the update has no descriptor
     */
    public int announcedHalf() {
        return in.announcesHalf() ? in.announcedHalf() : -1;
    }

    /** Records that the update of the credits was sent. */
    public void creditsSent() {
        in.updateSent();
    }

    /**
     * Returns the number of bytes of the stream that the next message can have.
     *
     * @param wanted the bytes that the application wants to send
     * @param inline the largest message that needs no space in the send ring
     * @return the bytes; 0 if the peer or this device must make progress first, and as long as an entry waits
     */
    public int sendable(int wanted, int inline) {
        return isEntryWaiting() ? 0 : out.sendable(wanted, inline);
    }

    /**
     * Returns the number of bytes that the next write into mapped memory can have. It needs no credit.
     *
     * @param wanted the bytes that the application wants to write
     * @param inline the largest message that needs no space in the send ring
     * @return the bytes; 0 if this device must make progress first, and as long as an entry waits
     */
    public int ioSendable(int wanted, int inline) {
        return isEntryWaiting() ? 0 : out.ioSendable(wanted, inline);
    }

    /**
     * Returns the entry of the peer's I/O map to send now. The owner sends it, with {@link PeerIoMap#sending}, before
     * it calls this method again.
     *
     * @param inline the largest message that needs no space in the send ring
     * @return the index, {@link #NONE} if no entry waits or none can be sent
     */
    public long nextEntry(int inline) {
        return isEntryWaiting() && out.canSendEntry(inline) ? peerIoMap.next() : NONE;
    }

    // ---------------------------------------------------------------- state

    /**
     * {@return whether an entry of the peer's I/O map waits for a credit or for space; true if the owner must watch
     * messages and completions to make progress}
     */
    public boolean isEntryWaiting() {
        return connected && !peerDisconnected && !disconnectWanted && peerIoMap.isWaiting();
    }

    /** {@return whether a write into mapped memory can be sent; true if a message of any size can be sent} */
    public boolean isIoWritable() {
        return connected && !isEntryWaiting() && out.isIoWritable();
    }

    /**
     * {@return whether a read returns the end of the stream; true if all bytes of the peer are read and it sends no
     * more}
     */
    public boolean isAtEnd() {
        return (peerShutdown || peerDisconnected) && in.readable() == 0;
    }

    /** {@return whether the peer sends no more bytes; true after its SHUTDOWN, DISCONNECT or RESET} */
    public boolean isPeerEnded() {
        return peerShutdown || peerDisconnected || peerReset;
    }

    /** {@return whether the peer has ended the connection; true after its DISCONNECT} */
    public boolean isPeerDisconnected() {
        return peerDisconnected;
    }

    /** {@return whether the peer has reset the connection; true after its RESET} */
    public boolean isPeerReset() {
        return peerReset;
    }

    /** {@return whether the channel is writable; true if a message of any size can be sent} */
    public boolean isWritable() {
        return connected && !isEntryWaiting() && out.isWritable();
    }

    /** {@return whether everything is sent and acknowledged; true if nothing is in flight} */
    public boolean isIdle() {
        return out.isIdle(slots);
    }

    /**
     * {@return whether a control message waits for the completion of others; true if the owner must watch completions
     * to make progress}
     */
    public boolean isControlWaiting() {
        return connected
                && !peerDisconnected
                && !disconnectSent
                && !out.canControl()
                && (resetWanted || disconnectWanted || shutdownWanted || in.isUpdateDue());
    }
}
