// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.datapath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.tck.traffic.WorkRequest.send;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.verbena.Completion;
import org.verbena.CompletionChannel;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.WcStatus;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.engine.DataPathBehaviours;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.traffic.EndpointRequest;
import org.verbena.tck.traffic.QpPair;

/** Retries to a peer that does not answer. The device retries without any call of the application. */
public final class LostPeers implements DataPathBehaviours {
    /** Longer than all retries on an idle machine. */
    private static final Duration FIRST_SLEEP = Duration.ofMillis(100);

    @Override
    public List<Capability> needs() {
        return List.of(Capability.CONNECT, Capability.RC);
    }

    @Behaviour(id = "PST-09-ASLEEP", says = "a single poll after all retries to a peer in RESET returns RETRY_EXC_ERR")
    public void peerInReset(Fixture fixture) throws InterruptedException {
        assertFoundByOnePoll(fixture, () -> waiting(fixture, EndpointRequest::impatient));
    }

    @Behaviour(
            id = "PST-09-GONE-ASLEEP",
            says = "a single poll after all retries to a destroyed queue pair returns RETRY_EXC_ERR")
    public void peerGone(Fixture fixture) throws InterruptedException {
        assertFoundByOnePoll(fixture, () -> {
            QpPair pair = QpPair.of(fixture, QpType.RC, EndpointRequest::impatient);
            pair.responder().qp().close();
            pair.post(send().id(2));
            return pair;
        });
    }

    @Behaviour(
            id = "PST-09-NOTIFY",
            needs = Capability.COMP_CHANNEL,
            says = "RETRY_EXC_ERR wakes a thread that waits for an event, even if no thread calls a verb")
    public void wakesWaiter(Fixture fixture) throws InterruptedException {
        CompletionChannel channel = fixture.context().createCompChannel();
        CompletionQueue cq = fixture.context()
                .createCq(CqInitAttr.builder().cqe(16).channel(channel).build());
        cq.requestNotify(false);
        QpPair pair = waiting(fixture, request -> request.impatient().qp(qp -> qp.sendCq(cq)));

        assertThat(channel.nextEvent(fixture.patience())).containsSame(cq);

        cq.ackEvents(1);
        pair.requester().sends().withStatus(2, WcStatus.RETRY_EXC_ERR);
    }

    /** Returns a pair whose requester has sent to a responder in RESET. */
    private static QpPair waiting(Fixture fixture, UnaryOperator<EndpointRequest> requester) {
        QpPair pair = QpPair.unconnected(fixture, QpType.RC, requester, UnaryOperator.identity());
        pair.toRequester().to(QpState.RTS);
        pair.post(send().id(2));
        return pair;
    }

    /**
     * Asserts that the first poll after a sleep returns the failure. Retries with a longer sleep if the machine was too
     * busy.
     */
    private static void assertFoundByOnePoll(Fixture fixture, Supplier<QpPair> sending) throws InterruptedException {
        Duration sleep = FIRST_SLEEP;
        Optional<Completion> found = Optional.empty();
        while (found.isEmpty() && sleep.compareTo(fixture.patience()) < 0) {
            QpPair pair = sending.get();
            Thread.sleep(sleep.toMillis());
            found = pair.requester().sends().poll();
            sleep = sleep.multipliedBy(5);
        }
        assertThat(found).map(Completion::status).contains(WcStatus.RETRY_EXC_ERR);
    }
}
