// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.inside;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;

/** Obtains a provider, opens objects, and ignores all framework events. */
public final class CarelessUser {
    private static final int SIZE = 4096;

    private final Device device;
    private final DeviceContext context;
    private final ProtectionDomain pd;
    private final CompletionQueue cq;
    private final CompletionArray completions;
    private final QueuePair qp;
    private final MemoryRegion mr;
    private final ByteBuffer view;
    private final RecvBatch recvs;
    private final RecvBatch built;

    /**
     * Opens the first device of a provider.
     *
     * @param provider the provider's name
     */
    public CarelessUser(String provider) {
        device = Services.named(provider).devices().get(0);
        context = device.open();
        pd = context.allocPd();
        cq = context.createCq(CqInitAttr.builder().cqe(16).build());
        completions = context.newCompletionArray(4);
        qp = QueuePairs.create(pd, cq);
        mr = pd.allocMr(SIZE, Flags.of(AccessFlag.LOCAL_WRITE));
        view = mr.view(0, SIZE);
        recvs = context.newRecvBatch(1, 1);
        built = context.newRecvBatch(1, 1);
        built.add().sge(mr, 0, SIZE);
        built.release();
    }

    private void toInit() {
        qp.modify(QpAttr.builder()
                .qpState(QpState.INIT)
                .pkeyIndex(0)
                .portNum(1)
                .qpAccessFlags(AccessFlag.LOCAL_WRITE)
                .build());
    }

    /**
     * Uses every object once.
     *
     * @return the outcome of each use: {@code done}, or the simple name of the exception
     */
    public Map<String, String> use() {
        Map<String, String> outcomes = new TreeMap<>();
        record Use(String name, Runnable action) {}
        List<Use> uses = List.of(
                new Use("open", () -> device.open().close()),
                new Use("queryDevice", context::queryDevice),
                new Use("allocPd", () -> context.allocPd().close()),
                new Use(
                        "createCq",
                        () -> context.createCq(CqInitAttr.builder().cqe(1).build())
                                .close()),
                new Use(
                        "allocMr",
                        () -> pd.allocMr(SIZE, Flags.of(AccessFlag.LOCAL_WRITE)).close()),
                new Use("createQp", () -> QueuePairs.create(pd, cq).close()),
                new Use("modify", this::toInit),
                new Use("postRecv", () -> qp.postRecv(built)),
                new Use("requestNotify", () -> cq.requestNotify(false)),
                new Use("query", () -> qp.query()),
                new Use("poll", () -> cq.poll(completions)),
                new Use("newRecvBatch", () -> context.newRecvBatch(1, 1)),
                new Use("view", () -> mr.view(0, SIZE)),
                new Use("touchView", () -> view.put(0, (byte) 1)),
                new Use("buildBatch", recvs::clear));
        for (Use use : uses) {
            outcomes.put(use.name(), outcome(use.action()));
        }
        built.release();
        recvs.release();
        return outcomes;
    }

    /**
     * Closes all objects after the provider has been removed.
     *
     * @return the outcomes
     */
    public List<String> close() {
        List<String> outcomes = new ArrayList<>();
        for (AutoCloseable closeable : List.<AutoCloseable>of(mr, qp, cq, pd, context)) {
            outcomes.add(outcome(() -> {
                try {
                    closeable.close();
                } catch (RuntimeException e) {
                    throw e;
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }));
        }
        return outcomes;
    }

    private static String outcome(Runnable action) {
        try {
            action.run();
            return "done";
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName();
        }
    }
}
