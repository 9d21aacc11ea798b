// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.rsocket;

/**
 * The receiving half of a connection. The peer writes into a ring, in order and without holes, and announces each
 * message. Free space goes back to the peer in halves of the ring. Not safe for use by several threads.
 *
 * <p>The peer is not trusted: a message beyond the announced space, or beyond the limit of messages, ends the
 * connection.
 */
public final class ReceiveSide {
    private final int size;
    private final int half;
    private final int maxMessages;

    /** The lengths of the messages that are not read completely, in a ring; 0 for a message without bytes. */
    private final int[] lengths;

    private int first;
    private int messages;

    /** Bytes of the first message that are not read. */
    private int firstRest;

    /** The next byte to read, from the start of the ring. */
    private int position;

    /** Bytes in the ring that are not read, including those behind the end of the stream. */
    private int unread;

    /** Bytes in front of the end of the stream that are not read. */
    private int readable;

    private boolean ended;

    /** Bytes that the peer may write before it needs another descriptor. */
    private int announced;

    /** Bytes up to the end of the half that the peer writes into. */
    private int halfRest;

    /** Bytes that are read and not announced. The second half is owed from the start. */
    private int free;

    /** The start of the half that is announced next. */
    private int nextHalf;

    private long messagesRead;
    private long messagesReceived;
    private long messageLimit;

    /** An update of the credits is due when this number of messages is read. */
    private long updateAt;

    /**
     * Creates the receiving half.
     *
     * @param size the bytes of the ring, even
     * @param maxMessages the receives of the queue pair, which is the number of unread messages
     */
    public ReceiveSide(int size, int maxMessages) {
        this.size = size;
        this.maxMessages = maxMessages;
        half = size / 2;
        lengths = new int[maxMessages];
        announced = half;
        halfRest = half;
        free = half;
        nextHalf = half;
        messageLimit = maxMessages;
        updateAt = maxMessages / 2;
    }

    /**
     * Counts a message with bytes.
     *
     * @param length the number of bytes
     * @throws ProtocolException if it is empty, or exceeds the space or the number of messages that was announced
     */
    void onData(int length) throws ProtocolException {
        if (length < 1 || length > Math.min(announced, halfRest)) {
            throw new ProtocolException("message of " + length + " bytes, announced space "
                    + Math.min(announced, halfRest) + " bytes up to the next half of the ring");
        }
        add(length);
        announced -= length;
        halfRest = halfRest == length ? half : halfRest - length;
        unread += length;
        if (!ended) {
            readable += length;
        } else if (readable == 0) {
            consume(length);
        }
    }

    /**
     * Counts a message without bytes of the stream.
     *
     * @throws ProtocolException if it exceeds the number of messages that was announced
     */
    void onEmpty() throws ProtocolException {
        add(0);
        skipEmpty();
    }

    private void add(int length) throws ProtocolException {
        if (messagesReceived == messageLimit) {
            throw new ProtocolException("more than the announced " + maxMessages + " messages are unread");
        }
        messagesReceived++;
        if (messages == 0) {
            firstRest = length;
        }
        lengths[(first + messages) % maxMessages] = length;
        messages++;
    }

    /** Ends the stream behind the bytes that have arrived. Later bytes are discarded. */
    void end() {
        ended = true;
        if (readable == 0) {
            consume(unread);
        }
    }

    /** Ends the stream here, and discards all bytes that are not read. */
    void discard() {
        readable = 0;
        end();
    }

    /** {@return the number of bytes that can be read, 0 or more} */
    public int readable() {
        return readable;
    }

    /**
     * Returns the offset of the next byte to read.
     *
     * @return the offset from the start of the ring
     */
    public int position() {
        return position;
    }

    /** {@return the number of bytes that can be read before the end of the ring, 0 or more} */
    public int contiguous() {
        return Math.min(readable, size - position);
    }

    /**
     * Takes bytes that the application has copied.
     *
     * @param count the number of bytes, at most {@link #contiguous()}
     */
    public void consumed(int count) {
        // Another thread may have discarded the bytes meanwhile.
        if (count > readable) {
            return;
        }
        readable -= count;
        consume(count);
        if (ended && readable == 0) {
            consume(unread);
        }
    }

    private void consume(int count) {
        unread -= count;
        free += count;
        position = (position + count) % size;
        int rest = count;
        while (rest > 0) {
            int taken = Math.min(rest, firstRest);
            rest -= taken;
            firstRest -= taken;
            skipEmpty();
        }
    }

    private void skipEmpty() {
        while (messages > 0 && firstRest == 0) {
            first = (first + 1) % maxMessages;
            messages--;
            messagesRead++;
            firstRest = messages == 0 ? 0 : lengths[first];
        }
    }

    // ---------------------------------------------------------------- credits

    /**
     * Returns whether the peer waits, or will soon wait, for credits: half the ring or half the messages are read
     * ({@code rs_give_credits}).
     *
     * @return true if an update is due
     */
    boolean isUpdateDue() {
        return free >= half || messagesRead >= updateAt;
    }

    /**
     * Returns the limit of messages for the peer, of which it takes 16 bits.
     *
     * @return the value of the update
     */
    int limit() {
        return (int) (messagesRead & 0xFFFF) + maxMessages;
    }

    /** {@return whether the update announces a half of the ring; true if half the ring is free} */
    boolean announcesHalf() {
        return free >= half;
    }

    /**
     * Returns the offset of the half that the update announces.
     *
     * @return 0 or half the size of the ring
     */
    int announcedHalf() {
        return nextHalf;
    }

    /** Records that the update was sent. */
    void updateSent() {
        messageLimit = messagesRead + maxMessages;
        updateAt = messagesRead + maxMessages / 2;
        if (announcesHalf()) {
            free -= half;
            announced += half;
            nextHalf = half - nextHalf;
        }
    }

    /** {@return the number of bytes of a half of the ring} */
    int half() {
        return half;
    }
}
