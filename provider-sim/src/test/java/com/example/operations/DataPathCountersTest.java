// SPDX-License-Identifier: Apache-2.0
package com.example.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.management.JMX;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.Verbs;
import org.verbena.core.observe.DataPathCounters;
import org.verbena.core.observe.DeviceCounters;
import org.verbena.core.observe.HandleInfo;
import org.verbena.core.observe.HandlesMXBean;
import org.verbena.core.observe.HandlesRegistration;
import org.verbena.core.observe.Inventory;

/** Checks the counters of the data path as an operator reads them. Other tests may have used the same device before. */
class DataPathCountersTest {
    private final DeviceContext context;
    private final ProtectionDomain pd;
    private final long contextId;
    private final DeviceCounters device;
    private final Map<String, Long> before;

    DataPathCountersTest() {
        DataPathCounters.enable();
        context = Verbs.provider("sim").devices().get(0).open();
        pd = context.allocPd();
        contextId = Inventory.handles().stream()
                .mapToLong(HandleInfo::contextId)
                .max()
                .orElseThrow();
        device = DataPathCounters.devices().stream()
                .filter(known -> known.provider().equals("sim")
                        && known.device().equals(context.device().name()))
                .findFirst()
                .orElseThrow();
        before = device.values();
    }

    @AfterEach
    void close() {
        DataPathCounters.disable();
        context.close();
    }

    private long counted(String name) {
        return device.value(name) - before.get(name);
    }

    /** Posts receives to a new queue pair, moves it to ERR, and polls the completions. */
    private List<Object> flush(int receives) {
        CompletionQueue cq = context.createCq(CqInitAttr.builder().cqe(receives).build());
        QueuePair qp = pd.createQp(QpInitAttr.builder()
                .sendCq(cq)
                .recvCq(cq)
                .maxRecvWr(receives)
                .maxRecvSge(1)
                .build());
        QueuePairs.toInit(qp);
        RecvBatch batch = context.newRecvBatch(receives);
        for (int i = 0; i < receives; i++) {
            batch.add();
        }
        qp.postRecv(batch);
        QueuePairs.toErr(qp);
        assertThat(cq.poll(context.newCompletionArray(receives))).isEqualTo(receives);
        return List.of(cq, qp);
    }

    @Test
    void aDeviceCountsTheWorkOfItsQueues() {
        flush(3);

        assertThat(counted("posted_recvs")).isEqualTo(3);
        assertThat(counted("wc_wr_flush_err")).isEqualTo(3);
        assertThat(counted("polls")).isEqualTo(1);
        assertThat(counted("empty_polls")).isZero();
    }

    @Test
    void aConsoleReadsTheCountersOfAQueueAndOfTheDevice() throws Exception {
        List<Object> queues = flush(3);

        try (HandlesRegistration registration = HandlesRegistration.register()) {
            HandlesMXBean bean = JMX.newMXBeanProxy(
                    ManagementFactory.getPlatformMBeanServer(),
                    new ObjectName(HandlesRegistration.NAME),
                    HandlesMXBean.class);

            assertThat(bean.counters(contextId, queues.get(0).toString()))
                    .containsEntry("wc_wr_flush_err", 3L)
                    .doesNotContainKey("posted_recvs");
            assertThat(bean.counters(contextId, queues.get(1).toString())).containsEntry("posted_recvs", 3L);
            assertThat(bean.counters(contextId, pd.toString())).isEmpty();
            assertThat(bean.deviceCounters("sim", context.device().name())).isEqualTo(device.values());
            assertThat(bean.deviceCounters("sim", "other0")).isEmpty();
        }
    }

    @Test
    void theCountsOfClosedQueuesRemain() {
        flush(2);
        context.close();
        Map<String, Long> then = device.values();
        try (DeviceContext next = Verbs.provider("sim").devices().get(0).open()) {
            assertThat(next.allocPd().isClosed()).isFalse();
        }

        assertThat(counted("posted_recvs")).isEqualTo(2);
        assertThat(device.values()).isEqualTo(then);
    }

    @Test
    void theCountsOfLostQueuesRemain() {
        Logger leaks = Logger.getLogger("org.verbena.leaks");
        leaks.setLevel(Level.OFF);
        try {
            flush(3);
            Garbage.collectUntil(() -> Inventory.handles().stream()
                    .anyMatch(handle ->
                            handle.contextId() == contextId && handle.kind().equals("queue pair") && handle.leaked()));

            assertThat(counted("posted_recvs")).isEqualTo(3);
        } finally {
            leaks.setLevel(null);
        }
    }

    @Test
    void aSharedReceiveQueueCounts() {
        SharedReceiveQueue srq =
                pd.createSrq(SrqInitAttr.builder().maxWr(2).maxSge(1).build());
        RecvBatch batch = context.newRecvBatch(2);
        batch.add();
        batch.add();

        srq.postRecv(batch);

        assertThat(Inventory.counters(contextId).get(srq.toString())).isEqualTo(Map.of("posted_recvs", 2L));
    }

    @Test
    void concurrentReadersDoNotDisturbTheCounters() throws Exception {
        CompletionQueue cq = context.createCq(CqInitAttr.builder().cqe(1).build());
        int polls = 100_000;
        List<Long> seen = new ArrayList<>();
        Thread poller = new Thread(() -> {
            CompletionArray completions = context.newCompletionArray(1);
            for (int i = 0; i < polls; i++) {
                cq.poll(completions);
            }
        });
        poller.start();
        while (poller.isAlive()) {
            seen.add(counted("polls"));
        }
        poller.join();

        assertThat(seen).isSorted();
        assertThat(counted("polls")).isEqualTo(polls);
        assertThat(counted("empty_polls")).isEqualTo(polls);
    }

    /** A program that does not enable the counters. */
    static final class Silent {
        private Silent() {}

        public static void main(String[] args) {
            try (DeviceContext context = Verbs.provider("sim").devices().get(0).open();
                    ProtectionDomain pd = context.allocPd();
                    CompletionQueue cq =
                            context.createCqEx(CqInitAttr.builder().cqe(1).build());
                    QueuePair qp = pd.createQp(QpInitAttr.builder()
                            .sendCq(cq)
                            .recvCq(cq)
                            .maxRecvWr(1)
                            .build())) {
                System.out.println(qp);
            }
        }
    }

    /**
     * Counting classes are loaded only when counters are enabled. Loaded subclasses would add a type check to the posts
     * and polls of all queues.
     */
    @Test
    void countingClassesAreNotLoadedUntilCountersAreEnabled(@TempDir Path directory) throws Exception {
        Path loaded = directory.resolve("loaded");
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xlog:class+load:file=" + loaded,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Silent.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("out").toFile())
                .start();

        assertThat(program.waitFor())
                .as("%s", Files.readString(directory.resolve("out")))
                .isZero();
        assertThat(Files.readString(loaded))
                .contains("org.verbena.core.QpHandle ", "org.verbena.core.CqExHandle ")
                .doesNotContain("org.verbena.core.Counted", "org.verbena.core.counters.Tally ");
    }

    @Test
    void aListenerIsNotifiedOfEachOpenedDevice() {
        List<DeviceCounters> opened = new ArrayList<>();
        DataPathCounters.Registration registration = DataPathCounters.listen(opened::add);
        Verbs.provider("sim").devices().get(0).open().close();
        registration.close();
        Verbs.provider("sim").devices().get(0).open().close();

        assertThat(opened).containsExactly(device);
    }
}
