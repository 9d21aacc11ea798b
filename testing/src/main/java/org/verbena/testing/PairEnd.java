// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.opentest4j.AssertionFailedError;
import org.verbena.AddressHandle;
import org.verbena.Completion;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.SendBatch;
import org.verbena.SendWr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.QpType;
import org.verbena.attr.WcOpcode;

/**
 * One end of a connected pair: a queue pair in state RTS with its objects, and calls for short tests. The extension
 * closes all of them. Not safe for concurrent use; the two ends of a pair are independent.
 */
public class PairEnd {
    /** The maximum length of a message of {@link #postSend}, in bytes. */
    public static final int MAX_MESSAGE = 1024;

    /** The length of {@link #memory()}, in bytes. */
    public static final int MEMORY_LENGTH = 4096;

    /** The number of work requests of each queue, and of the latest messages that keep their data. */
    static final int DEPTH = 16;

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int GRH = 40;
    private static final int SLOT = GRH + MAX_MESSAGE;
    private static final Flags<AccessFlag> ACCESS =
            Flags.of(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC);

    /** The address of the other end, for datagrams. */
    record Target(AddressHandle ah, long qpNum, long qkey) {}

    /** A completed receive, and the slot of its message. */
    private record Received(Completion completion, int slot) {}

    private final QueuePair qp;
    private final List<CompletionQueue> cqs;
    private final MemoryRegion memory;
    private final MemoryRegion messages;
    private final SendBatch sends;
    private final RecvBatch recvs;
    private final CompletionArray completions;
    private final Deque<Integer> posted = new ArrayDeque<>();
    private final Deque<Received> received = new ArrayDeque<>();
    private @Nullable Target target;
    private int nextSend;
    private int nextRecv;

    PairEnd(QueuePair qp) {
        this.qp = qp;
        this.cqs = Stream.of(qp.sendCq(), qp.recvCq())
                .flatMap(Optional::stream)
                .distinct()
                .toList();
        this.memory = pd().allocMr(MEMORY_LENGTH, ACCESS);
        this.messages = pd().allocMr(2L * DEPTH * SLOT, AccessFlag.LOCAL_WRITE);
        this.sends = context().newSendBatch(1);
        this.recvs = context().newRecvBatch(1);
        this.completions = context().newCompletionArray(1);
    }

    void target(Target value) {
        target = value;
    }

    /** Returns the completion queues. */
    List<CompletionQueue> cqs() {
        return cqs;
    }

    /** Returns the queue pair, with {@value #DEPTH} work requests of one element in each queue. */
    public QueuePair qp() {
        return qp;
    }

    /** Returns the device context. */
    public DeviceContext context() {
        return qp.context();
    }

    /** Returns the protection domain. */
    public ProtectionDomain pd() {
        return qp.pd().orElseThrow();
    }

    /** Returns the completion queue of the receives. For a {@link ConnectedPair}, it is that of the sends as well. */
    public CompletionQueue cq() {
        return qp.recvCq().orElseThrow();
    }

    /** Returns a region of {@value #MEMORY_LENGTH} bytes that the other end can read, write and change atomically. */
    public MemoryRegion memory() {
        return memory;
    }

    /**
     * Posts a receive for a message of at most {@value #MAX_MESSAGE} bytes. The latest 16 receives keep their data.
     *
     * @param wrId the {@code wr_id}
     * @throws org.verbena.error.VerbsException if the receive cannot be posted
     */
    public void postRecv(long wrId) {
        int slot = DEPTH + nextRecv++ % DEPTH;
        recvs.clear();
        recvs.add().wrId(wrId).sge(messages, (long) slot * SLOT, SLOT);
        qp.postRecv(recvs);
        posted.add(slot);
    }

    /**
     * Posts a signaled send to the other end.
     *
     * @param wrId the {@code wr_id}
     * @param text the message, which is sent in UTF-8; at most {@value #MAX_MESSAGE} bytes
     * @throws org.verbena.error.InvalidRequestException if the message is too long
     * @throws org.verbena.error.VerbsException if the send cannot be posted
     */
    public void postSend(long wrId, String text) {
        postSend(wrId, text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Posts a signaled send to the other end.
     *
     * @param wrId the {@code wr_id}
     * @param data the message, at most {@value #MAX_MESSAGE} bytes, which are copied
     * @throws org.verbena.error.InvalidRequestException if the message is too long
     * @throws org.verbena.error.VerbsException if the send cannot be posted
     */
    public void postSend(long wrId, byte[] data) {
        if (data.length > MAX_MESSAGE) {
            throw InvalidArguments.invalid(
                    "length", Integer.toString(data.length), "0.." + MAX_MESSAGE, "longer messages need own memory");
        }
        long offset = (long) (nextSend++ % DEPTH) * SLOT;
        messages.view(offset, data.length).put(data);
        post(wrId, wr -> wr.send().sge(messages, offset, data.length));
    }

    /**
     * Posts a signaled work request of any operation to the other end.
     *
     * @param wrId the {@code wr_id}
     * @param operation sets the operation and its data, for example {@code wr -> wr.write(addr, rkey).sge(mr, 0, 8)}
     * @throws org.verbena.error.VerbsException if the work request cannot be posted
     */
    public void post(long wrId, Consumer<SendWr> operation) {
        sends.clear();
        SendWr wr = sends.add().wrId(wrId).signaled();
        operation.accept(wr);
        Target to = target;
        if (to != null) {
            wr.to(to.ah(), to.qpNum(), to.qkey());
        }
        qp.postSend(sends);
    }

    /**
     * Polls the completion queues once. A test that polls them itself cannot use {@link #data}.
     *
     * @return the next completion; empty if there is none
     */
    public Optional<Completion> poll() {
        for (CompletionQueue cq : cqs) {
            if (cq.poll(completions) > 0) {
                Completion completion = completions.get(0);
                receive(completion);
                return Optional.of(completion);
            }
        }
        return Optional.empty();
    }

    /** Finds the slot of a message. Receives complete in the order in which they were posted. */
    private void receive(Completion completion) {
        boolean isRecv = (completion.opcodeCode() & WcOpcode.RECV.value()) != 0;
        if (completion.isSuccess() && isRecv && !posted.isEmpty()) {
            received.addLast(new Received(completion, posted.removeFirst()));
            if (received.size() > DEPTH) {
                received.removeFirst();
            }
        }
    }

    /**
     * Polls until there is a completion, for at most 30 seconds of real time.
     *
     * @return the completion
     * @throws AssertionFailedError if there is no completion in time, or the thread is interrupted
     */
    public Completion completion() {
        long start = System.nanoTime();
        while (true) {
            Optional<Completion> next = poll();
            if (next.isPresent()) {
                return next.get();
            }
            if (System.nanoTime() - start > PATIENCE.toNanos()
                    || Thread.currentThread().isInterrupted()) {
                throw new AssertionFailedError("no completion of " + qp + " within " + PATIENCE);
            }
            Thread.onSpinWait();
        }
    }

    /**
     * Returns the message of a receive of {@link #postRecv}.
     *
     * @param recv a completion that {@link #completion} or {@link #poll} has returned
     * @return a copy of the message
     * @throws AssertionFailedError if the completion is not a successful one of a receive
     */
    @SuppressWarnings("ReferenceEquality") // several receives may have equal completions
    public byte[] data(Completion recv) {
        Received found = received.stream()
                .filter(known -> known.completion() == recv)
                .findFirst()
                .orElseThrow(() -> new AssertionFailedError("not a completed receive: " + recv));
        int header = qp.qpType() == QpType.UD ? GRH : 0;
        byte[] data = new byte[(int) recv.byteLen() - header];
        messages.view((long) found.slot() * SLOT + header, data.length).get(data);
        return data;
    }

    /**
     * Returns the message of a completed receive of {@link #postRecv} as text.
     *
     * @param recv a completion that {@link #completion} or {@link #poll} has returned
     * @return the message, read as UTF-8
     * @throws AssertionFailedError if the completion is not a successful one of a receive
     */
    public String text(Completion recv) {
        return new String(data(recv), StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return qp.toString();
    }
}
