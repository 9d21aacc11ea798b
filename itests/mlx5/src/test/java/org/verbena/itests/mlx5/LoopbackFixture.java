// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.mlx5;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;
import org.verbena.Completion;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.QpType;
import org.verbena.attr.WcOpcode;
import org.verbena.connect.Connector;

/** Provides two regions, a completion queue and connected queue pairs on the genuine libmlx5. */
abstract class LoopbackFixture {
    static final Flags<AccessFlag> ALL =
            Flags.of(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC);
    static final int SIZE = 64 * 1024;
    static final Duration MAX_WAIT = Duration.ofSeconds(60);

    @Parameter
    String provider;

    DeviceContext context;
    ProtectionDomain pd;
    CompletionQueue cq;
    MemoryRegion local;
    MemoryRegion remote;

    @BeforeEach
    void open() {
        context = Mlx5.provider(provider).device(Mlx5.DEVICE).open();
        pd = context.allocPd();
        cq = context.createCq(CqInitAttr.builder().cqe(256).build());
        local = pd.allocMr(SIZE, ALL);
        remote = pd.allocMr(SIZE, ALL.with(AccessFlag.MW_BIND));
    }

    @AfterEach
    void close() {
        context.close();
    }

    record Pair(QueuePair first, QueuePair second) {
        void close() {
            first.close();
            second.close();
        }
    }

    QpInitAttr.Builder rc() {
        return QpInitAttr.builder()
                .qpType(QpType.RC)
                .sendCq(cq)
                .recvCq(cq)
                .maxSendWr(16)
                .maxRecvWr(16)
                .maxSendSge(1)
                .maxRecvSge(1);
    }

    Pair connect(QpInitAttr attr) {
        Pair pair = attr.pd().isPresent()
                ? new Pair(context.createQpEx(attr), context.createQpEx(attr))
                : new Pair(pd.createQp(attr), pd.createQp(attr));
        Connector.create().connect(pair.first(), pair.second());
        return pair;
    }

    List<Completion> poll(int count) {
        CompletionArray completions = context.newCompletionArray(16);
        List<Completion> done = new ArrayList<>();
        await(() -> {
            int polled = cq.poll(completions);
            for (int i = 0; i < polled; i++) {
                done.add(completions.get(i));
            }
            completions.release();
            return done.size() >= count;
        });
        assertThat(done).hasSize(count);
        return done;
    }

    static Completion received(List<Completion> completions) {
        return completions.stream()
                .filter(completion -> completion.opcode() == WcOpcode.RECV)
                .findFirst()
                .orElseThrow();
    }

    static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + MAX_WAIT.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("maximum wait").isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    static void write(MemoryRegion region, String text) {
        region.view(0, text.length()).put(bytes(text));
    }

    static String read(MemoryRegion region, int length) {
        return text(region.view(0, length));
    }

    static String text(ByteBuffer buffer) {
        return StandardCharsets.UTF_8.decode(buffer).toString();
    }
}
