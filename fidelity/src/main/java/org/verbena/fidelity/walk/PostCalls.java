package org.verbena.fidelity.walk;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.verbena.MemoryWindow;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.RecvWr;
import org.verbena.SendBatch;
import org.verbena.SendWr;
import org.verbena.SharedReceiveQueue;
import org.verbena.attr.Flags;
import org.verbena.attr.MwType;
import org.verbena.attr.SendFlag;
import org.verbena.attr.WrOpcode;
import org.verbena.error.PostException;
import org.verbena.error.VerbsException;

/** Posts work requests. Each step is one work request. Steps with {@link StepField#MORE} wait for the end of their list. */
final class PostCalls {
    /** The name of the position of a refused work request in comparisons. */
    static final String BAD_WR = "bad_wr";

    private PostCalls() {}

    // ---------------------------------------------------------------- receives

    static StepAnswer recv(WalkDevice side, Step step) {
        ConnectedQps.End end = side.traffic().end(step);
        TrafficCalls.requireOpen(step, end.qp(), StepField.PAIR);
        return gathered(side, step, "recv " + end.label(), list -> end.qp().postRecv(receives(side, list)));
    }

    static StepAnswer srqRecv(WalkDevice side, Step step) {
        SharedReceiveQueue srq = side.object(step, StepField.SRQ, SharedReceiveQueue.class);
        TrafficCalls.requireOpen(step, srq, StepField.SRQ);
        return gathered(side, step, "srq " + side.traffic().label(srq), list -> srq.postRecv(receives(side, list)));
    }

    /** Posts a list. */
    @FunctionalInterface
    interface Poster {
        void post(List<Step> list);
    }

    private static StepAnswer gathered(WalkDevice side, Step step, String queue, Poster poster) {
        if (step.arguments().number(StepField.MORE) != 0) {
            side.traffic().list(queue).add(step);
            return StepAnswer.ok();
        }
        try {
            poster.post(side.traffic().completed(queue, step));
            return StepAnswer.ok();
        } catch (PostException e) {
            return StepAnswer.refused(e).with(BAD_WR, e.badWr());
        } catch (VerbsException e) {
            return StepAnswer.refused(e);
        }
    }

    private static RecvBatch receives(WalkDevice side, List<Step> list) {
        side.traffic().received(list);
        RecvBatch batch = side.context().newRecvBatch(list.size(), PairAttributes.MOST_SGE);
        for (Step step : list) {
            RecvWr wr = batch.add().wrId(step.number());
            Elements.forEach(side, step, wr::sge);
        }
        return batch;
    }

    // ---------------------------------------------------------------- sends

    static StepAnswer send(WalkDevice side, Step step) {
        ConnectedQps connection = side.traffic().connection(step);
        ConnectedQps.End end = side.traffic().end(step);
        TrafficCalls.requireOpen(step, end.qp(), StepField.PAIR);
        if (end.isExhausted() || !isSafe(side, step)) {
            throw new NamesNothingException(step, StepField.PAIR);
        }
        if (opcode(step) == WrOpcode.RDMA_READ && connection.cutsDifferently()) {
            // After such a read, rdma_rxe sends 2^24 packets on the next request (update_wqe_psn).
            end.exhaust();
        }
        notes(side, step, end);
        return gathered(side, step, "send " + end.label(), list -> post(side, end, list));
    }

    /** Returns whether the kernel survives a work request with a window: see {@link Traffic#mayInvalidate}. */
    private static boolean isSafe(WalkDevice side, Step step) {
        Optional<MemoryWindow> window = side.find(step, StepField.MW, MemoryWindow.class);
        if (window.isEmpty() || window.get().type() == MwType.TYPE_1) {
            return true;
        }
        return opcode(step) == WrOpcode.BIND_MW
                ? !side.traffic().isBinding(window.get())
                : side.traffic().mayInvalidate(window.get());
    }

    private static void notes(WalkDevice side, Step step, ConnectedQps.End end) {
        side.find(step, StepField.MW, MemoryWindow.class).ifPresent(window -> {
            if (opcode(step) == WrOpcode.BIND_MW) {
                side.traffic().binds(step, window, end);
            } else {
                side.traffic().invalidates(window);
            }
        });
    }

    static WrOpcode opcode(Step step) {
        return step.arguments().has(StepField.OPCODE) ? WrOpcode.of(step.arguments().integer(StepField.OPCODE)) : WrOpcode.SEND;
    }

    private static void post(WalkDevice side, ConnectedQps.End end, List<Step> list) {
        boolean builders = list.get(list.size() - 1).arguments().number(StepField.BUILDERS) != 0;
        if (builders && end.qp().toQpEx().isPresent()) {
            BuilderCalls.post(side, end, list);
            return;
        }
        int inline = list.stream()
                .filter(PostCalls::isInline)
                .mapToInt(step -> Elements.length(step.arguments()))
                .max()
                .orElse(0);
        SendBatch batch = side.context().newSendBatch(list.size(), PairAttributes.MOST_SGE, inline);
        for (Step step : list) {
            add(side, end, step, batch.add());
        }
        end.qp().postSend(batch);
    }

    private static void add(WalkDevice side, ConnectedQps.End end, Step step, SendWr wr) {
        wr.wrId(step.number()).flags(flags(step));
        operation(side, step, wr);
        end.toPeer().ifPresent(address -> wr.to(address, peer(side, step).qpNum(), PairAttributes.QKEY));
        if (isInline(step)) {
            wr.inlineData(inlineData(side, step));
        } else if (opcode(step) != WrOpcode.BIND_MW) {
            Elements.forEach(side, step, wr::sge);
        }
    }

    static QueuePair peer(WalkDevice side, Step step) {
        return side.traffic()
                .connection(step)
                .peer(step.arguments().integer(StepField.END) == 0 ? 0 : 1)
                .qp();
    }

    static boolean isInline(Step step) {
        return flags(step).contains(SendFlag.INLINE);
    }

    /** Returns the memory from the first element's offset, with the total length of all elements. */
    static ByteBuffer inlineData(WalkDevice side, Step step) {
        int offset = step.arguments().integer(StepField.OFFSET_1);
        int length = Elements.length(step.arguments());
        if (offset < 0 || length < 0 || offset > Traffic.BYTES - length) {
            throw new NamesNothingException(step, StepField.OFFSET_1);
        }
        return side.traffic().memory().duplicate().position(offset).limit(offset + length);
    }

    static Flags<SendFlag> flags(Step step) {
        return Flags.ofMask(SendFlag.class, step.arguments().number(StepField.SEND_FLAGS));
    }

    private static void operation(WalkDevice side, Step step, SendWr wr) {
        Remote remote = Remote.of(side, step);
        StepArguments arguments = step.arguments();
        switch (opcode(step)) {
            case SEND -> wr.send();
            case SEND_WITH_IMM -> wr.sendImm(arguments.integer(StepField.IMM_DATA));
            case SEND_WITH_INV -> wr.sendInv(remote.invalidated());
            case RDMA_WRITE -> wr.write(remote.addr(), remote.rkey());
            case RDMA_WRITE_WITH_IMM -> wr.writeImm(remote.addr(), remote.rkey(), arguments.integer(StepField.IMM_DATA));
            case RDMA_READ -> wr.read(remote.addr(), remote.rkey());
            case ATOMIC_CMP_AND_SWP ->
                wr.compareSwap(
                        remote.addr(), remote.rkey(), arguments.number(StepField.COMPARE), arguments.number(StepField.SWAP));
            case ATOMIC_FETCH_AND_ADD -> wr.fetchAdd(remote.addr(), remote.rkey(), arguments.number(StepField.SWAP));
            case LOCAL_INV -> wr.localInv(remote.invalidated());
            case BIND_MW -> {
                MemoryWindow window = side.object(step, StepField.MW, MemoryWindow.class);
                wr.bindMw(window, MemoryWindow.nextRkey(window.rkey()), TrafficCalls.bindInfo(side, step));
            }
            default -> wr.opcodeCode(arguments.integer(StepField.OPCODE));
        }
    }
}
