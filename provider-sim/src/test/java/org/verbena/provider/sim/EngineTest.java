// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.verbena.Completion;
import org.verbena.DeviceContext;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;

/** Checks that only one thread at a time runs a fabric. */
class EngineTest {
    private static final int THREADS = 4;
    private static final int MESSAGES = 5_000;

    private final SimProvider provider = Fabrics.of(ClockMode.SYSTEM, "mlx5");
    private final DeviceContext context = Fabrics.open(provider, 0);

    @AfterEach
    void close() {
        context.close();
    }

    @Test
    @Timeout(60)
    void threadsWithSeparateQueuePairsDoNotInterfere() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<Integer>> received = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                End one = new End(context, QpType.RC);
                End other = new End(context, QpType.RC);
                End.connect(one, other);
                received.add(threads.submit(() -> converse(one, other)));
            }
            for (Future<Integer> each : received) {
                assertThat(each.get()).isEqualTo(MESSAGES);
            }
        } finally {
            threads.shutdown();
            assertThat(threads.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        }
    }

    /** Sends numbers. Returns how many arrived in order, each with both completions. */
    private static int converse(End one, End other) {
        int arrived = 0;
        for (int i = 0; i < MESSAGES; i++) {
            one.mr.view(0, Integer.BYTES).putInt(0, i);
            other.receive(i, 0, Integer.BYTES);
            one.post(wr -> wr.send().sge(one.mr, 0, Integer.BYTES));
            Completion sent = one.completion();
            Completion received = other.completion();
            boolean same = other.mr.view(0, Integer.BYTES).getInt(0) == i;
            if (sent.isSuccess() && received.isSuccess() && received.wrId() == i && same) {
                arrived++;
            }
        }
        return arrived;
    }

    @Test
    @Timeout(60)
    void aFaultConditionMayCallVerbs() {
        End one = new End(context, QpType.RC);
        End other = new End(context, QpType.RC);
        End.connect(one, other);
        List<QpState> seen = new ArrayList<>();
        provider.fabric().faults().inject(SimFault.drop().where(message -> {
            seen.add(other.qp.query().attr().qpState());
            return !other.isQuiet() && message.request();
        }));

        other.receive(1, 0, 16);
        one.write("asked").post(wr -> wr.send().sge(one.mr, 0, 5));

        assertThat(seen).as("request and answer").containsExactly(QpState.RTS, QpState.RTS);
        assertThat(other.read(0, 5)).isEqualTo("asked");
        assertThat(one.completion().isSuccess()).isTrue();
    }
}
