// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.verbena.CompletionChannel;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.WcStatus;

/** Checks timers of the system clock that expire between two calls. */
class ElapsedTimeTest {
    private final SimProvider provider = Fabrics.of(ClockMode.SYSTEM, "rxe");
    private final DeviceContext context = Fabrics.open(provider, 0);

    @AfterEach
    void close() {
        context.close();
    }

    /** Sends to a peer that never answers. The connection fails after four timeouts of 67 ms. */
    private End sendToNobody() {
        End one = new End(context, QpType.RC);
        End other = new End(context, QpType.RC);
        one.connectTo(other, attr -> attr);
        one.post(wr -> wr.send().noData());
        return one;
    }

    @Test
    void aPollAfterTheLastRetryReturnsTheError() throws InterruptedException {
        End one = sendToNobody();

        TimeUnit.MILLISECONDS.sleep(400);

        assertThat(one.completion().status()).isEqualTo(WcStatus.RETRY_EXC_ERR);
    }

    @Test
    void aQueryAfterTheLastRetryReturnsTheErrorState() throws InterruptedException {
        End one = sendToNobody();

        TimeUnit.MILLISECONDS.sleep(400);

        assertThat(one.qp.query().attr().qpState()).isEqualTo(QpState.ERR);
    }

    @Test
    void aReceivePostedAfterTheLastRnrRetryIsTooLate() throws InterruptedException {
        End one = new End(context, QpType.RC);
        End other = new End(context, QpType.RC);
        End.connect(one, other);
        one.post(wr -> wr.send().noData());

        // Three retries after 0.64 ms each.
        TimeUnit.MILLISECONDS.sleep(10);
        other.receive(1, 0, 8);

        assertThat(one.completion().status()).isEqualTo(WcStatus.RNR_RETRY_EXC_ERR);
        assertThat(other.isQuiet()).isTrue();
    }

    @Test
    void endlessRnrRetriesDoNotBlockACall() throws InterruptedException {
        End one = new End(context, QpType.RC);
        End other = new End(context, QpType.RC);
        one.connectTo(other, attr -> attr.rnrRetry(7));
        other.connectTo(one, attr -> attr.minRnrTimer(1), attr -> attr);
        one.post(wr -> wr.send().noData());

        // The timer of 10 µs expires 100,000 times in this time, and again after the receive.
        TimeUnit.SECONDS.sleep(1);
        other.receive(1, 0, 8);
        TimeUnit.MILLISECONDS.sleep(1);

        assertThat(one.completion().isSuccess()).isTrue();
    }

    @Test
    void aTimerSetByAnotherThreadWakesAWaitingThread() throws Exception {
        CompletionChannel channel = context.createCompChannel();
        CompletionQueue cq =
                context.createCq(CqInitAttr.builder().cqe(8).channel(channel).build());
        cq.requestNotify(false);
        CompletableFuture<CompletionQueue> woken = CompletableFuture.supplyAsync(() -> {
            try {
                return channel.nextEvent(Duration.ofMinutes(1)).orElseThrow();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        TimeUnit.MILLISECONDS.sleep(100);
        End one = new End(context, QpType.RC, attr -> attr.sendCq(cq));
        one.connectTo(new End(context, QpType.RC), attr -> attr);

        one.post(wr -> wr.send().noData());

        assertThat(woken.get(60, TimeUnit.SECONDS)).isEqualTo(cq);
    }
}
