// SPDX-License-Identifier: Apache-2.0
package com.example;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.verbena.*;
import org.verbena.attr.*;
import org.verbena.core.observe.DataPathCounters;
import org.verbena.micrometer.VerbsMetrics;

class Metrics {
    public static void main(String[] args) {
        DataPathCounters.enable();
        MeterRegistry registry = new SimpleMeterRegistry();
        try (VerbsMetrics metrics = new VerbsMetrics();
                DeviceContext context = Verbs.provider("sim").devices().get(0).open()) {
            metrics.bindTo(registry);
            flush(context);
            System.out.println("posted receives: "
                    + registry.get("verbena.posted")
                            .tag("queue", "recv")
                            .functionCounter()
                            .count());
            System.out.println("WR_FLUSH_ERR: "
                    + registry.get("verbena.completions")
                            .tag("status", "WR_FLUSH_ERR")
                            .functionCounter()
                            .count());
            System.out.println("device contexts: "
                    + registry.get("verbena.handles")
                            .tag("kind", "device context")
                            .gauge()
                            .value());
        }
    }

    /** Posts a receive, and moves the queue pair to ERR. */
    private static void flush(DeviceContext context) {
        try (ProtectionDomain pd = context.allocPd();
                CompletionQueue cq =
                        context.createCq(CqInitAttr.builder().cqe(1).build());
                QueuePair qp = pd.createQp(QpInitAttr.builder()
                        .sendCq(cq)
                        .recvCq(cq)
                        .maxRecvWr(1)
                        .maxRecvSge(1)
                        .build())) {
            qp.modify(QpAttr.builder()
                    .qpState(QpState.INIT)
                    .pkeyIndex(0)
                    .portNum(1)
                    .qpAccessFlags(AccessFlag.LOCAL_WRITE)
                    .build());
            RecvBatch batch = context.newRecvBatch(1);
            batch.add().wrId(7);
            qp.postRecv(batch);
            qp.modify(QpAttr.builder().qpState(QpState.ERR).build());
            CompletionArray completions = context.newCompletionArray(1);
            long deadline = System.nanoTime() + 5_000_000_000L;
            while (cq.poll(completions) == 0 && System.nanoTime() < deadline) {
                Thread.onSpinWait();
            }
        }
    }
}
