// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.soak;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.verbena.Completion;
import org.verbena.CompletionQueue;
import org.verbena.MemoryRegion;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.SendWr;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.WcStatus;
import org.verbena.tck.fixture.QpStateWalk;
import org.verbena.tck.traffic.Endpoint;
import org.verbena.tck.traffic.Memory;

/** Two connected queue pairs with their messages in flight. */
final class Link {
    /** A shared receive queue with more receives than its links have messages in flight. */
    static final class SharedReceives {
        private static final int RECV_LENGTH = USUAL_RECV_LENGTH;

        private final SoakContext ground;
        private final SharedReceiveQueue srq;
        private final MemoryRegion memory;

        SharedReceives(SoakContext ground, int depth) {
            this.ground = ground;
            srq = ground.pd.createSrq(
                    SrqInitAttr.builder().maxWr(depth).maxSge(1).build());
            memory = ground.pd.allocMr((long) depth * RECV_LENGTH, Memory.ALL);
            IntStream.range(0, depth).forEach(this::post);
        }

        SharedReceiveQueue srq() {
            return srq;
        }

        private void post(int place) {
            long id = ground.ledger.accept(this, "a shared receive", completion -> arrived(completion, place));
            ground.receives.clear();
            ground.receives.add().wrId(id).sge(memory, (long) place * RECV_LENGTH, RECV_LENGTH);
            srq.postRecv(ground.receives);
        }

        private void arrived(Completion completion, int place) {
            Link link = ground.responders.get(completion.qpNum());
            if (link == null) {
                throw new AssertionError("Completion of a receive of an unknown queue pair: " + completion);
            }
            link.arrived(completion, memory, (long) place * RECV_LENGTH);
            post(place);
        }

        @Override
        public String toString() {
            return srq.toString();
        }
    }

    private static final int USUAL_LENGTH = 64 * 1024;

    /** The buffer size for a message and the header of a datagram. */
    static final int USUAL_RECV_LENGTH = USUAL_LENGTH + 64;

    /** The maximum number of messages in flight. */
    static final int SLOTS = 2;

    private static final int LONG_LENGTH = 1 << 20;
    private static final int SMALLEST_MTU = 256;
    private static final int ADDED = 17;

    private final SoakContext ground;
    private final String name;
    private final QpType type;
    private final @Nullable SharedReceives shared;
    private final int longest;
    private final int recvLength;
    private final MemoryRegion memory;
    private final Deque<Integer> free = new ArrayDeque<>();
    private final int[] pending = new int[SLOTS];

    /** The messages that consume a receive, in the order of their posts. */
    private final Deque<SoakMessage> expected = new ArrayDeque<>();

    private QueuePair requester;
    private QueuePair responder;

    Link(SoakContext ground, int number, QpType type, @Nullable SharedReceives shared, boolean isLong) {
        this.ground = ground;
        this.name = "link " + number + " (" + type + (shared == null ? ")" : ", shared receives)");
        this.type = type;
        this.shared = shared;
        this.longest = type == QpType.UD ? SMALLEST_MTU : isLong ? LONG_LENGTH : USUAL_LENGTH;
        this.recvLength = longest + 64;
        this.memory = ground.pd.allocMr(2L * SLOTS * recvLength, Memory.ALL);
        CompletionQueue cq = ground.cqs.get(number % ground.cqs.size());
        requester = create(cq, false);
        responder = create(cq, true);
        connect();
    }

    private QueuePair create(CompletionQueue cq, boolean answers) {
        QpInitAttr.Builder request = QpInitAttr.builder()
                .qpType(type)
                .sendCq(cq)
                .recvCq(cq)
                .maxSendWr(SLOTS)
                .maxSendSge(1)
                .maxInlineData(SoakContext.INLINE);
        if (shared != null && answers) {
            request.srq(shared.srq());
        } else {
            request.maxRecvWr(SLOTS).maxRecvSge(1);
        }
        return ground.pd.createQp(request.build());
    }

    private void connect() {
        walk(responder, requester).to(QpState.RTS);
        walk(requester, responder).to(QpState.RTS);
        ground.responders.put(responder.qpNum(), this);
        free.clear();
        expected.clear();
        for (int slot = 0; slot < SLOTS; slot++) {
            free.add(slot);
            pending[slot] = 0;
        }
    }

    private QpStateWalk walk(QueuePair qp, QueuePair peer) {
        long number = peer.qpNum();
        return QpStateWalk.of(qp, ground.address, ground.mtu)
                .with(attr -> attr.destQpNum(number).qpAccessFlags(Memory.ALL));
    }

    boolean isFull() {
        return free.isEmpty();
    }

    // ---------------------------------------------------------------- messages

    private long local(int slot) {
        return 2L * slot * recvLength;
    }

    private long remote(int slot) {
        return (2L * slot + 1) * recvLength;
    }

    private ByteBuffer view(long offset, int length) {
        return memory.view(offset, length);
    }

    /** Posts a message of a random kind. */
    void post() {
        List<SoakMessage.Operation> operations = SoakMessage.Operation.of(type);
        SoakMessage.Operation what = operations.get(ground.random.nextInt(operations.size()));
        int slot = free.remove();
        long number = ground.nextMessage();
        int length = what.isAtomic() ? Long.BYTES : length();
        long source = what == SoakMessage.Operation.READ || what.isAtomic() ? remote(slot) : local(slot);
        SoakMessage.Payload payload = SoakMessage.Payload.fill(view(source, length), number);
        boolean immediate = what == SoakMessage.Operation.SEND_WITH_IMM || what == SoakMessage.Operation.WRITE_WITH_IMM;
        SoakMessage message = new SoakMessage(number, what, payload, slot, immediate);
        if (what.takesReceive()) {
            expected.add(message);
            pending[slot]++;
            if (shared == null) {
                postReceive(slot);
            }
        }
        postSend(message);
    }

    private int length() {
        int bound = switch (ground.random.nextInt(8)) {
            case 0 -> 1;
            case 1 -> longest + 1;
            case 2, 3 -> 4097;
            default -> 257;
        };
        return Math.min(longest, ground.random.nextInt(bound));
    }

    private void postReceive(int slot) {
        long id = ground.ledger.accept(this, "a receive", completion -> arrived(completion, memory, remote(slot)));
        ground.receives.clear();
        ground.receives.add().wrId(id).sge(memory, remote(slot), recvLength);
        responder.postRecv(ground.receives);
    }

    private void postSend(SoakMessage message) {
        int slot = message.slot();
        int length = message.payload().length();
        pending[slot]++;
        long id = ground.ledger.accept(this, message.toString(), completion -> sent(completion, message));
        ground.sends.clear();
        SendWr wr = ground.sends.add().wrId(id);
        long there = memory.iova() + remote(slot);
        int imm = (int) message.number();
        switch (message.what()) {
            case SEND -> wr.send();
            case SEND_WITH_IMM -> wr.sendImm(imm);
            case WRITE -> wr.write(there, memory.rkey());
            case WRITE_WITH_IMM -> wr.writeImm(there, memory.rkey(), imm);
            case READ -> wr.read(there, memory.rkey());
            case FETCH_ADD -> wr.fetchAdd(there, memory.rkey(), ADDED);
            case COMPARE_SWAP -> wr.compareSwap(there, memory.rkey(), value(remote(slot)), message.number());
        }
        boolean reads =
                message.what() == SoakMessage.Operation.READ || message.what().isAtomic();
        if (!reads && length <= SoakContext.INLINE && ground.random.nextBoolean()) {
            wr.inlineData(view(local(slot), length));
        } else {
            wr.sge(memory, local(slot), length);
        }
        if (type == QpType.UD) {
            wr.to(ground.handle, responder.qpNum(), QpStateWalk.QKEY);
        }
        wr.signaled();
        requester.postSend(ground.sends);
    }

    private long value(long offset) {
        return view(offset, Long.BYTES).order(ByteOrder.nativeOrder()).getLong();
    }

    private void sent(Completion completion, SoakMessage message) {
        if (succeeded(completion, message)) {
            switch (message.what()) {
                case WRITE -> verify(message, memory, remote(message.slot()));
                case READ -> verify(message, memory, local(message.slot()));
                case FETCH_ADD, COMPARE_SWAP -> {
                    // The operation returns the old data, which is verified like any other data.
                    verify(message, memory, local(message.slot()));
                    long before = value(local(message.slot()));
                    long after = value(remote(message.slot()));
                    long wanted = message.what() == SoakMessage.Operation.FETCH_ADD ? before + ADDED : message.number();
                    if (after != wanted) {
                        throw new AssertionError("%s left %x instead of %x".formatted(message, after, wanted));
                    }
                }
                default -> {
                    // The receiver verifies the data.
                }
            }
        }
        ended(message);
    }

    /** Handles the completion of a receive. The data of a write is not in the receive buffer. */
    void arrived(Completion completion, MemoryRegion where, long offset) {
        if (!succeeded(completion, "a receive of " + name)) {
            return;
        }
        SoakMessage message = Optional.ofNullable(expected.poll())
                .orElseThrow(() -> new AssertionError("Received what was not sent: " + completion));
        int header = type == QpType.UD ? Endpoint.GRH : 0;
        if (completion.byteLen() != message.payload().length() + header) {
            throw new AssertionError(message + " arrived as " + completion);
        }
        if (message.immediate() && completion.immData() != (int) message.number()) {
            throw new AssertionError(message + " arrived with another number: " + completion);
        }
        if (message.what() == SoakMessage.Operation.WRITE_WITH_IMM) {
            verify(message, memory, remote(message.slot()));
        } else {
            verify(message, where, offset + header);
        }
        ended(message);
    }

    private void verify(SoakMessage message, MemoryRegion where, long offset) {
        int length = message.payload().length();
        message.payload().assertIn(where.view(offset, length), this + ", " + message);
        ground.verified(length);
    }

    private boolean succeeded(Completion completion, Object what) {
        if (!completion.isSuccess() && completion.status() != WcStatus.WR_FLUSH_ERR) {
            throw new AssertionError(what + " failed: " + completion);
        }
        return completion.isSuccess();
    }

    private void ended(SoakMessage message) {
        if (--pending[message.slot()] == 0) {
            free.add(message.slot());
        }
    }

    // ---------------------------------------------------------------- breaking and reconnecting

    boolean hasSharedReceives() {
        return shared != null;
    }

    /** Moves both sides to ERR, which flushes the outstanding work requests. */
    void fail() {
        walk(requester, responder).step(QpState.ERR);
        walk(responder, requester).step(QpState.ERR);
    }

    /** Connects both sides again by way of RESET, which discards the outstanding work requests. */
    void reconnect() {
        walk(requester, responder).step(QpState.RESET);
        walk(responder, requester).step(QpState.RESET);
        ground.ledger.discard(this);
        connect();
    }

    /** Destroys both sides with their outstanding work requests, and creates new ones. */
    void recreate() {
        CompletionQueue cq = requester.sendCq().orElseThrow();
        ground.responders.remove(responder.qpNum());
        requester.close();
        responder.close();
        ground.ledger.discard(this);
        requester = create(cq, false);
        responder = create(cq, true);
        connect();
    }

    @Override
    public String toString() {
        return name;
    }
}
