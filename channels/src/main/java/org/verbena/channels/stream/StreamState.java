// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.stream;

import java.io.IOException;
import java.net.SocketException;
import org.verbena.DeviceContext;
import org.verbena.channels.rsocket.ConnectionData;
import org.verbena.channels.rsocket.IoRange;
import org.verbena.channels.rsocket.ProtocolException;
import org.verbena.channels.rsocket.Rsocket;
import org.verbena.error.VerbsException;
import org.verbena.memory.PooledBuffer;

/** The protocol, the messages and the completions of a stream. The lock of the stream guards all methods. */
final class StreamState {
    /** The calls that wait for completions of sent messages. */
    private static final int SENDS = Readiness.WRITE | Readiness.IO_WRITE;

    private final RdmaStream stream;
    private final StreamRuntime runtime;
    private final StreamResources resources;
    private final Rsocket rsocket;
    private final StreamCompletionReader reader;
    private final MessageSender sender;
    private final CompletionEvents sendEvents;
    private final CompletionEvents recvEvents;
    private final LentBuffers lent = new LentBuffers();

    private boolean outputShut;
    private boolean inputShut;

    /** The queue pair transfers nothing any more. */
    private boolean broken;

    /** The peer has broken the protocol. Its later messages do not count. */
    private boolean violated;

    private boolean closing;
    private boolean closed;

    /** The close tells the peer of a reset. */
    private boolean resetting;

    /** The end of the output or of the connection follows the bytes of a lent buffer. */
    private boolean endWaiting;

    /** The calls that wait for an event, as bits of {@link Readiness}. */
    private int wanted;

    StreamState(
            RdmaStream stream,
            StreamRuntime runtime,
            DeviceContext context,
            StreamResources resources,
            CompletionEvents sendEvents,
            CompletionEvents recvEvents) {
        this.stream = stream;
        this.runtime = runtime;
        this.resources = resources;
        this.sendEvents = sendEvents;
        this.recvEvents = recvEvents;
        rsocket = resources.protocol();
        reader = new StreamCompletionReader(context, resources, rsocket, lent);
        sender = new MessageSender(context, resources, rsocket);
    }

    void connected(ConnectionData peer) {
        sender.connected(peer);
        rsocket.connected(peer);
    }

    Rsocket rsocket() {
        return rsocket;
    }

    // ---------------------------------------------------------------- reading and writing

    int read(BufferList target) throws IOException {
        if (closing) {
            throw new SocketException("Socket closed");
        }
        int count = take(target);
        if (count == 0) {
            progress(Readiness.READ);
            count = take(target);
        }
        if (count > 0) {
            sendControl();
            return count;
        }
        if (inputShut || (rsocket.isAtEnd() && !rsocket.isPeerReset())) {
            return -1;
        }
        if (broken || rsocket.isPeerReset()) {
            throw new SocketException("Connection reset");
        }
        return 0;
    }

    private int take(BufferList target) {
        int count = 0;
        int length = Math.min(rsocket.in().contiguous(), target.remaining());
        while (length > 0) {
            target.copyFrom(resources.ringBytes, rsocket.in().position(), length);
            rsocket.in().consumed(length);
            count += length;
            length = Math.min(rsocket.in().contiguous(), target.remaining());
        }
        return count;
    }

    int available() {
        progress(Readiness.READ);
        return rsocket.in().readable();
    }

    int write(BufferList source) throws IOException {
        requireWritable();
        if (lent.isWaiting()) {
            progress(Readiness.WRITE);
            if (lent.isWaiting()) {
                return 0;
            }
        }
        int count = 0;
        boolean polled = false;
        while (source.remaining() > 0 && !isEnded()) {
            int length = rsocket.sendable(source.remaining(), resources.maxInline);
            if (length > 0) {
                send(source, length);
                count += length;
            } else if (polled) {
                break;
            } else {
                progress(Readiness.WRITE);
            }
            polled = length == 0;
        }
        if (count == 0) {
            requireWritable();
        }
        return count;
    }

    /**
     * Writes into memory that the peer has mapped, up to its end. Returns -1 if the peer has mapped nothing at the
     * offset.
     */
    int ioWrite(BufferList source, long offset) throws IOException {
        requireWritable();
        int count = 0;
        boolean polled = false;
        while (source.remaining() > 0 && !isEnded()) {
            IoRange range = rsocket.ioMap().find(offset + count);
            int length = range == null ? 0 : ioSendable(source, range, offset + count);
            if (range != null && length > 0) {
                ioSend(source, length, range, offset + count);
                count += length;
            } else if (!polled) {
                progress(Readiness.IO_WRITE);
            } else if (range == null && count == 0) {
                return -1;
            } else {
                break;
            }
            polled = length == 0;
        }
        if (count == 0) {
            requireWritable();
        }
        return count;
    }

    private int ioSendable(BufferList source, IoRange range, long offset) {
        int wanted = (int) Math.min(source.remaining(), range.rest(offset));
        return rsocket.ioSendable(wanted, resources.maxInline);
    }

    private void ioSend(BufferList source, int length, IoRange range, long offset) {
        try {
            sender.ioSend(source, length, range, offset);
        } catch (VerbsException e) {
            fail(e);
        }
    }

    boolean isEnded() {
        return closing || isOver();
    }

    /** Returns whether the peer takes no more bytes. */
    private boolean isOver() {
        return broken || rsocket.isPeerReset() || rsocket.isPeerDisconnected();
    }

    void requireWritable() throws IOException {
        if (closing) {
            throw new SocketException("Socket closed");
        }
        if (isEnded()) {
            throw new IOException("Broken pipe");
        }
    }

    private void send(BufferList source, int length) {
        try {
            sender.send(source, length);
        } catch (VerbsException e) {
            fail(e);
        }
    }

    // ---------------------------------------------------------------- lending

    /** Takes a buffer from its owner, unless none of its bytes can be posted. */
    boolean lend(PooledBuffer buffer, int offset, int length) throws IOException {
        requireWritable();
        if (!canLend(length)) {
            progress(Readiness.WRITE);
            requireWritable();
            if (!canLend(length)) {
                return false;
            }
        }
        lent.add(buffer, offset, length);
        sendLent();
        return true;
    }

    private boolean canLend(int length) {
        return !lent.isWaiting() && (length == 0 || sendableInPlace(length) > 0);
    }

    /** Returns the bytes of the next message that needs no space in the send ring. */
    private int sendableInPlace(int wanted) {
        return rsocket.sendable(wanted, Integer.MAX_VALUE);
    }

    /** Returns whether bytes are not posted. Fails if they were given up. */
    boolean isLentWaiting() throws IOException {
        if (lent.isIncomplete()) {
            throw new IOException("Broken pipe");
        }
        return lent.isWaiting();
    }

    /** Sends the bytes of a lent buffer that can be posted, and behind the last one the end that waits for them. */
    private void sendLent() {
        int length = isOver() || !lent.isWaiting() ? 0 : sendableInPlace(lent.remaining());
        while (length > 0) {
            try {
                sender.sendLent(lent, length);
            } catch (VerbsException e) {
                fail(e);
            }
            length = isOver() || !lent.isWaiting() ? 0 : sendableInPlace(lent.remaining());
        }
        if (isOver()) {
            lent.cancel();
        }
        if (endWaiting && !lent.isWaiting()) {
            endWaiting = false;
            end();
        }
    }

    private void end() {
        if (closing) {
            rsocket.close(resetting);
        } else {
            rsocket.shutdownOutput();
        }
    }

    /** Gives back all lent buffers, unless the queue pair could not be destroyed. */
    void releaseLent() {
        if (resources.qp.isClosed()) {
            lent.release();
        }
    }

    // ---------------------------------------------------------------- control messages

    private void sendControl() {
        if (broken) {
            return;
        }
        try {
            sender.sendControl();
            sender.sendEntries();
            if (rsocket.isControlWaiting()) {
                sendEvents.arm(resources.sendCq);
                reader.pollSends(); // completions before the request cause no event
                sender.sendControl();
            }
        } catch (VerbsException e) {
            fail(e);
        }
    }

    /** Checks the peer with a message without bytes. */
    void keepAlive() {
        progress(Readiness.WRITE);
        if (!isEnded() && rsocket.out().canControl()) {
            try {
                sender.keepAlive();
            } catch (VerbsException e) {
                fail(e);
            }
        }
    }

    private void fail(VerbsException e) {
        boolean isNews = !broken && !closing;
        broken = true;
        if (isNews) {
            runtime.report("the stream to " + stream.peerAddress() + " has failed", e);
        }
    }

    // ---------------------------------------------------------------- completions

    /** Handles the completions that matter for the given calls, and sends control messages that are due. */
    void progress(int calls) {
        if (closed) {
            return;
        }
        try {
            if (!violated) {
                reader.pollReceives();
            }
            boolean isWaiting = closing || rsocket.isControlWaiting() || rsocket.isEntryWaiting() || lent.isActive();
            if ((calls & SENDS) != 0 || isWaiting) {
                reader.pollSends();
            }
            broken |= reader.isFlushed();
            sendLent();
            sendControl();
        } catch (ProtocolException e) {
            violated = true;
            broken = true;
            rsocket.shutdownInput();
            runtime.disconnect(stream, "disconnected from " + stream.peerAddress() + ": " + e.getMessage());
        } catch (VerbsException e) {
            fail(e);
        }
    }

    /** Handles the completions for the given calls and for those that wait. Returns the calls that no longer wait. */
    int react(int calls) {
        progress(wanted | calls);
        return settle();
    }

    /** Returns the calls that do not wait, out of the given ones. */
    int poll(int calls) {
        int ready = ready() & calls;
        if (ready != calls) {
            progress(calls);
            ready = ready() & calls;
        }
        return ready;
    }

    /** Returns the same. If there is none, requests events, and returns all calls that no longer wait. */
    int await(int calls) {
        progress(calls);
        int ready = ready() & calls;
        if (ready != 0) {
            return ready;
        }
        wanted |= calls;
        return settle();
    }

    /** Requests events for the calls that still wait. Returns those that do not. */
    private int settle() {
        int ready = ready() & wanted;
        wanted &= ~ready;
        while (!closed && (wanted != 0 || isDiscarding() || isSending())) {
            arm(isSending() ? Readiness.WRITE : wanted);
            progress(wanted);
            int more = ready() & wanted;
            if (more == 0) {
                break;
            }
            ready |= more;
            wanted &= ~more;
        }
        return ready;
    }

    /** Returns whether bytes arrive that no reader waits for. Their credits must go back to the peer. */
    private boolean isDiscarding() {
        return inputShut && !broken && !rsocket.isPeerEnded();
    }

    /** Returns whether messages wait that no writer waits for. */
    private boolean isSending() {
        return closing || lent.isActive() || isEntryWaiting();
    }

    /** Returns whether the peer shall learn of mapped memory as soon as there is a credit and space. */
    private boolean isEntryWaiting() {
        return rsocket.isEntryWaiting() && !broken;
    }

    private void arm(int calls) {
        try {
            if (wanted != 0 || closing || isDiscarding() || lent.isWaiting() || isEntryWaiting()) {
                recvEvents.arm(resources.recvCq);
            }
            if ((calls & SENDS) != 0) {
                sendEvents.arm(resources.sendCq);
            }
        } catch (VerbsException e) {
            fail(e);
        }
    }

    private int ready() {
        boolean readable = isEnded() || inputShut || rsocket.in().readable() > 0 || rsocket.isAtEnd();
        boolean writable = isEnded() || outputShut || (rsocket.isWritable() && !lent.isWaiting());
        boolean ioWritable = isEnded() || outputShut || rsocket.isIoWritable();
        return (readable ? Readiness.READ : 0)
                | (writable ? Readiness.WRITE : 0)
                | (ioWritable ? Readiness.IO_WRITE : 0);
    }

    // ---------------------------------------------------------------- ending

    void shutdownOutput() {
        outputShut = true;
        endBehindLent();
        sendControl();
    }

    private void endBehindLent() {
        endWaiting = lent.isWaiting();
        if (!endWaiting) {
            end();
        }
    }

    /** Discards bytes from now on. Returns the calls that no longer wait. */
    int shutdownInput() {
        inputShut = true;
        rsocket.shutdownInput();
        return Readiness.READ | react(Readiness.READ);
    }

    /**
     * Ends the connection behind the bytes that were written. The peer sees a reset if the caller aborts or if bytes of
     * the peer are unread. Returns false if the connection was ended before.
     */
    boolean close(boolean abort) {
        if (closing) {
            return false;
        }
        resetting = abort || available() > 0;
        closing = true;
        rsocket.shutdownInput();
        if (abort) {
            lent.cancel();
        }
        endBehindLent();
        sendControl();
        settle();
        return true;
    }

    void setBroken() {
        broken = true;
    }

    void setClosed() {
        closing = true;
        closed = true;
    }

    boolean isClosed() {
        return closed;
    }

    boolean isClosing() {
        return closing;
    }

    /** Returns whether nothing is in flight. */
    boolean isIdle() {
        return broken || (rsocket.isIdle() && !lent.isWaiting());
    }
}
