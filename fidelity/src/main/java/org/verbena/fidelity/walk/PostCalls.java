// SPDX-License-Identifier: Apache-2.0
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

/**
 * Posts work requests. Each step is one work request. Steps with {@link StepField#MORE} wait for the end of their list.
 */
final class PostCalls {
    /** The name of the position of a refused work request in comparisons. */
    static final String BAD_WR = "bad_wr";

    private PostCalls() {}

    // ---------------------------------------------------------------- receives

    static StepAnswer recv(WalkDevice device, Step step) {
        ConnectedQps.End end = device.traffic().end(step);
        TrafficCalls.requireOpen(step, end.qp(), StepField.PAIR);
        return gathered(device, step, "recv " + end.label(), list -> end.qp().postRecv(receives(device, list)));
    }

    static StepAnswer srqRecv(WalkDevice device, Step step) {
        SharedReceiveQueue srq = device.object(step, StepField.SRQ, SharedReceiveQueue.class);
        TrafficCalls.requireOpen(step, srq, StepField.SRQ);
        return gathered(
                device, step, "srq " + device.traffic().label(srq), list -> srq.postRecv(receives(device, list)));
    }

    /** Posts a list. */
    @FunctionalInterface
    interface Poster {
        void post(List<Step> list);
    }

    private static StepAnswer gathered(WalkDevice device, Step step, String queue, Poster poster) {
        if (step.arguments().number(StepField.MORE) != 0) {
            device.traffic().list(queue).add(step);
            return StepAnswer.ok();
        }
        try {
            poster.post(device.traffic().completed(queue, step));
            return StepAnswer.ok();
        } catch (PostException e) {
            return StepAnswer.refused(e).with(BAD_WR, e.badWr());
        } catch (VerbsException e) {
            return StepAnswer.refused(e);
        }
    }

    private static RecvBatch receives(WalkDevice device, List<Step> list) {
        device.traffic().received(list);
        RecvBatch batch = side(device, list.get(0)).context().newRecvBatch(list.size(), PairAttributes.MOST_SGE);
        for (Step step : list) {
            RecvWr wr = batch.add().wrId(step.number());
            Elements.forEach(device, step, wr::sge);
        }
        return batch;
    }

    // ---------------------------------------------------------------- sends

    static StepAnswer send(WalkDevice device, Step step) {
        ConnectedQps connection = device.traffic().connection(step);
        ConnectedQps.End end = device.traffic().end(step);
        TrafficCalls.requireOpen(step, end.qp(), StepField.PAIR);
        if (end.isExhausted() || !isSafe(device, step)) {
            throw new NamesNothingException(step, StepField.PAIR);
        }
        if (opcode(step) == WrOpcode.RDMA_READ && connection.cutsDifferently()) {
            // After such a read, rdma_rxe sends 2^24 packets on the next request (update_wqe_psn).
            end.exhaust();
        }
        notes(device, step, end);
        return gathered(device, step, "send " + end.label(), list -> post(device, end, list));
    }

    /** Returns whether the kernel survives a work request with a window: see {@link Traffic#mayInvalidate}. */
    private static boolean isSafe(WalkDevice device, Step step) {
        Optional<MemoryWindow> window = device.find(step, StepField.MW, MemoryWindow.class, holder(step));
        if (window.isEmpty() || window.get().type() == MwType.TYPE_1) {
            return true;
        }
        return opcode(step) == WrOpcode.BIND_MW
                ? !device.traffic().isBinding(window.get())
                : device.traffic().mayInvalidate(window.get());
    }

    private static void notes(WalkDevice device, Step step, ConnectedQps.End end) {
        device.find(step, StepField.MW, MemoryWindow.class, holder(step)).ifPresent(window -> {
            if (opcode(step) == WrOpcode.BIND_MW) {
                device.traffic().binds(step, window, end);
            } else {
                device.traffic().invalidates(window);
            }
        });
    }

    /** Returns the device of the end that runs a step. */
    static Side side(WalkDevice device, Step step) {
        return device.traffic().side(step.end());
    }

    /** Returns the end whose device holds the window or region that a work request binds or invalidates. */
    static int holder(Step step) {
        return opcode(step) == WrOpcode.SEND_WITH_INV ? 1 - step.end() : step.end();
    }

    static WrOpcode opcode(Step step) {
        return step.arguments().has(StepField.OPCODE)
                ? WrOpcode.of(step.arguments().integer(StepField.OPCODE))
                : WrOpcode.SEND;
    }

    private static void post(WalkDevice device, ConnectedQps.End end, List<Step> list) {
        boolean builders = list.get(list.size() - 1).arguments().number(StepField.BUILDERS) != 0;
        if (builders && end.qp().toQpEx().isPresent()) {
            BuilderCalls.post(device, end, list);
            return;
        }
        int inline = list.stream()
                .filter(PostCalls::isInline)
                .mapToInt(step -> Elements.length(step.arguments()))
                .max()
                .orElse(0);
        SendBatch batch =
                side(device, list.get(0)).context().newSendBatch(list.size(), PairAttributes.MOST_SGE, inline);
        for (Step step : list) {
            add(device, end, step, batch.add());
        }
        end.qp().postSend(batch);
    }

    private static void add(WalkDevice device, ConnectedQps.End end, Step step, SendWr wr) {
        wr.wrId(step.number()).flags(flags(step));
        operation(device, step, wr);
        end.toPeer().ifPresent(address -> wr.to(address, peer(device, step).qpNum(), PairAttributes.QKEY));
        if (isInline(step)) {
            wr.inlineData(inlineData(device, step));
        } else if (opcode(step) != WrOpcode.BIND_MW && opcode(step) != WrOpcode.LOCAL_INV) {
            Elements.forEach(device, step, wr::sge);
        }
    }

    static QueuePair peer(WalkDevice device, Step step) {
        return device.traffic().connection(step).peer(step.end()).qp();
    }

    static boolean isInline(Step step) {
        return flags(step).contains(SendFlag.INLINE);
    }

    /** Returns the memory from the first element's offset, with the total length of all elements. */
    static ByteBuffer inlineData(WalkDevice device, Step step) {
        int offset = step.arguments().integer(StepField.OFFSET_1);
        int length = Elements.length(step.arguments());
        if (offset < 0 || length < 0 || offset > Traffic.BYTES - length) {
            throw new NamesNothingException(step, StepField.OFFSET_1);
        }
        return device.traffic().memory().duplicate().position(offset).limit(offset + length);
    }

    static Flags<SendFlag> flags(Step step) {
        return Flags.ofMask(SendFlag.class, step.arguments().number(StepField.SEND_FLAGS));
    }

    private static void operation(WalkDevice device, Step step, SendWr wr) {
        Remote remote = Remote.of(device, step);
        StepArguments arguments = step.arguments();
        switch (opcode(step)) {
            case SEND -> wr.send();
            case SEND_WITH_IMM -> wr.sendImm(arguments.integer(StepField.IMM_DATA));
            case SEND_WITH_INV -> wr.sendInv(remote.invalidated());
            case RDMA_WRITE -> wr.write(remote.addr(), remote.rkey());
            case RDMA_WRITE_WITH_IMM ->
                wr.writeImm(remote.addr(), remote.rkey(), arguments.integer(StepField.IMM_DATA));
            case RDMA_READ -> wr.read(remote.addr(), remote.rkey());
            case ATOMIC_CMP_AND_SWP ->
                wr.compareSwap(
                        remote.addr(),
                        remote.rkey(),
                        arguments.number(StepField.COMPARE),
                        arguments.number(StepField.SWAP));
            case ATOMIC_FETCH_AND_ADD -> wr.fetchAdd(remote.addr(), remote.rkey(), arguments.number(StepField.SWAP));
            case LOCAL_INV -> wr.localInv(remote.invalidated());
            case BIND_MW -> {
                MemoryWindow window = device.object(step, StepField.MW, MemoryWindow.class);
                wr.bindMw(window, MemoryWindow.nextRkey(window.rkey()), TrafficCalls.bindInfo(device, step));
            }
            default -> wr.opcodeCode(arguments.integer(StepField.OPCODE));
        }
    }
}
