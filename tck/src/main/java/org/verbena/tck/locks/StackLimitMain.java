// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.locks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.verbena.CompletionArray;
import org.verbena.CompletionChannel;
import org.verbena.CompletionQueue;
import org.verbena.CompletionQueueEx;
import org.verbena.CqInitAttr;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.QueuePairEx;
import org.verbena.RecvBatch;
import org.verbena.SendBatch;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SendFlag;
import org.verbena.attr.SendOp;
import org.verbena.connect.Connector;
import org.verbena.error.VerbsException;
import org.verbena.tck.engine.ProviderArgument;
import org.verbena.tck.engine.ResultLine;
import org.verbena.tck.engine.StressSettings;

/** Calls the methods of a device with hardly any stack left, see {@link StackDive}. */
public final class StackLimitMain {
    /** The JVM option that makes overflows cheap. */
    public static final String OPTIONS = "-XX:MaxJavaStackTraceDepth=6";

    private static final Flags<AccessFlag> ACCESS = Flags.of(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE);

    private final Device device;
    private final DeviceContext context;
    private final Map<String, Runnable> calls = new LinkedHashMap<>();
    private final List<QueuePair> queuePairs = new ArrayList<>();

    private StackLimitMain(Device device) {
        this.device = device;
        this.context = device.open();
    }

    /**
     * Dives on a device and prints the number of overflows.
     *
     * @param arguments the test environment, the device and the provider
     * @throws Exception if a lock is left held
     */
    public static void main(String[] arguments) throws Exception {
        StressSettings settings = StressSettings.of(StressSettings.Kind.STACK);
        System.out.println(settings);
        StackLimitMain main =
                new StackLimitMain(ProviderArgument.of(arguments[2]).device(arguments[1]));
        main.prepare();
        StackDive dive = new StackDive(main.calls, settings);
        dive.run(main.context::close);
        new ResultLine(arguments[0], ProviderArgument.name(arguments[2]), arguments[1]).print(dive.result());
    }

    // ---------------------------------------------------------------- calls

    private void prepare() {
        ProtectionDomain pd = context.allocPd();
        MemoryRegion memory = pd.allocMr(4096, ACCESS);
        CompletionChannel channel = context.createCompChannel();
        CqInitAttr cqAttr = CqInitAttr.builder().cqe(256).channel(channel).build();
        CompletionQueue cq = context.createCq(cqAttr);
        CompletionQueueEx cqEx =
                context.createCqEx(CqInitAttr.builder().cqe(256).build());
        SharedReceiveQueue srq =
                pd.createSrq(SrqInitAttr.builder().maxWr(16).maxSge(1).build());
        QueuePair qp = connected(pd, cq);
        QueuePair unconnected = queuePair(pd, cq);
        CompletionArray completions = context.newCompletionArray(16);
        SendBatch write = context.newSendBatch(1, 1, 0);
        write.add().write(memory.address(), memory.rkey()).sge(memory, 0, 8).signaled();
        RecvBatch receive = context.newRecvBatch(1, 1);
        receive.add().sge(memory, 0, 8);
        write.release();
        receive.release();

        call("poll", () -> cq.poll(completions));
        call("req_notify", () -> cq.requestNotify(false));
        call("post_send", () -> released(write::release, () -> qp.postSend(write)));
        call("post_recv", () -> released(receive::release, () -> qp.postRecv(receive)));
        call("post_srq_recv", () -> released(receive::release, () -> srq.postRecv(receive)));
        call("start_poll", () -> {
            if (cqEx.startPoll()) {
                cqEx.nextPoll();
                cqEx.endPoll();
            }
        });
        builders(pd, cqEx, memory);
        call("query_device", context::queryDevice);
        call("query_qp", qp::query);
        call("qp_num", qp::qpNum);
        call(
                "modify_qp",
                () -> unconnected.modify(QpAttr.builder().qpState(QpState.RESET).build()));
        call("resize_cq", () -> cq.resize(256));
        call("query_srq", srq::query);
        call("events", () -> next(channel));
        call("new_batch", () -> context.newSendBatch(4, 1, 16));
        call("pd", () -> context.allocPd().close());
        call("cq", () -> context.createCq(cqAttr).close());
        call("qp", () -> queuePair(pd, cq).close());
        call("mr", () -> pd.allocMr(4096, ACCESS).close());
        call("lkey", memory::lkey);
        call("open", () -> device.open().close());
    }

    private void builders(ProtectionDomain pd, CompletionQueueEx cq, MemoryRegion memory) {
        QpInitAttr attr =
                attr(cq).pd(pd).sendOpsFlags(Flags.of(SendOp.RDMA_WRITE)).build();
        QueuePair qp;
        try {
            qp = context.createQpEx(attr);
        } catch (VerbsException e) {
            return; // this device has none
        }
        QueuePair peer = queuePair(pd, cq);
        queuePairs.addAll(List.of(qp, peer));
        Connector.create().connect(qp, peer);
        QueuePairEx builders = qp.toQpEx().orElseThrow();
        call("builders", () -> {
            builders.wrStart();
            try {
                builders.wrFlags(Flags.of(SendFlag.SIGNALED))
                        .wrRdmaWrite(memory.rkey(), memory.address())
                        .wrSetSge(memory, 0, 8);
                builders.wrComplete();
            } catch (VerbsException | StackOverflowError e) {
                if (e instanceof StackOverflowError) {
                    abort(builders);
                }
                throw e;
            }
        });
    }

    /** Aborts a list that may have ended in spite of the error. */
    private static void abort(QueuePairEx builders) {
        try {
            builders.wrAbort();
        } catch (IllegalStateException e) {
            return;
        }
    }

    private static void next(CompletionChannel channel) {
        try {
            channel.nextEvent(Duration.ZERO).ifPresent(queue -> queue.ackEvents(1));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private QueuePair connected(ProtectionDomain pd, CompletionQueue cq) {
        QueuePair qp = queuePair(pd, cq);
        QueuePair peer = queuePair(pd, cq);
        queuePairs.addAll(List.of(qp, peer));
        Connector.create().connect(qp, peer);
        return qp;
    }

    private static QueuePair queuePair(ProtectionDomain pd, CompletionQueue cq) {
        return pd.createQp(attr(cq).build());
    }

    private static QpInitAttr.Builder attr(CompletionQueue cq) {
        return QpInitAttr.builder()
                .qpType(QpType.RC)
                .sendCq(cq)
                .recvCq(cq)
                .maxSendWr(16)
                .maxRecvWr(16)
                .maxSendSge(1)
                .maxRecvSge(1);
    }

    /**
     * Posts, and releases the batch for the other thread. If an overflow prevents the release, the batch stays with its
     * thread.
     */
    private static void released(Runnable release, Runnable post) {
        try {
            post.run();
        } finally {
            release.run();
        }
    }

    /** Makes a call and accepts a full queue. */
    private void call(String name, Runnable action) {
        calls.put(name, () -> {
            try {
                action.run();
            } catch (VerbsException | IllegalStateException e) {
                // Queues may be full, and an interrupted call leaves an unknown state.
            }
        });
    }
}
