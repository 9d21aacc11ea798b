// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.datapath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.verbena.tck.fixture.RefusalAssert.assertRefused;
import static org.verbena.tck.traffic.WorkRequest.send;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.verbena.Completion;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.attr.AsyncEventType;
import org.verbena.attr.CqCreateFlag;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.WcFlag;
import org.verbena.attr.WcStatus;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.engine.DataPathBehaviours;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.fixture.Threads;
import org.verbena.tck.traffic.Completions;
import org.verbena.tck.traffic.Events;
import org.verbena.tck.traffic.QpPair;

/** Completions and the arrays that receive them: {@code ibv_poll_cq(3)}. */
public final class CompletionPolling implements DataPathBehaviours {
    private static final String CHECKED = "verbena.checked";

    private static QpPair pair(Fixture fixture) {
        return QpPair.of(fixture, fixture.anyType());
    }

    /** Sends empty messages and waits until all have arrived. */
    private static void deliver(QpPair pair, int count) {
        IntStream.range(0, count).forEach(i -> pair.responder().postRecv(i, 0, 64));
        pair.post(IntStream.range(0, count).mapToObj(i -> send().id(i)).toList());
        pair.responder().receives().next(count);
    }

    @Behaviour(
            id = "CQ-05",
            says = "a poll returns 0 for an empty queue, and at most as many completions as the array holds")
    public void pollsBatches(Fixture fixture) {
        QpPair pair = pair(fixture);
        CompletionQueue cq = pair.requester().sends().cq();
        CompletionArray four = fixture.context().newCompletionArray(4);
        assertThat(cq.poll(four)).isZero();
        assertThat(four.size()).isZero();

        deliver(pair, 10);
        // The acknowledgement of the last message follows those of the others.
        pair.requester().sends().success(0);
        List<Completion> rest = Completions.in(four, cq, 9);
        assertThat(rest).allMatch(Completion::isSuccess);
        assertThat(rest).extracting(Completion::wrId).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
    }

    @Behaviour(
            id = "CQ-05-SHARED",
            says = "queue pairs share a completion queue; completions name their queue pair and keep its order")
    public void sharesQueue(Fixture fixture) {
        CompletionQueue cq = fixture.cq(64);
        List<QpPair> pairs = IntStream.range(0, 3)
                .mapToObj(i -> QpPair.of(fixture, fixture.anyType(), request -> request.qp(qp -> qp.sendCq(cq))))
                .toList();
        pairs.forEach(pair -> deliver(pair, 5));

        List<Completion> completions = new Completions(cq).next(15);

        for (QpPair pair : pairs) {
            assertThat(completions.stream()
                            .filter(completion ->
                                    completion.qpNum() == pair.requester().qp().qpNum())
                            .map(Completion::wrId))
                    .containsExactly(0L, 1L, 2L, 3L, 4L);
        }
    }

    @Behaviour(id = "CQ-05-BOTH", says = "one queue receives the completions of both directions of a queue pair")
    public void takesBothDirections(Fixture fixture) {
        CompletionQueue cq = fixture.cq(64);
        QpPair pair = QpPair.of(
                fixture,
                fixture.anyType(),
                request -> request,
                request -> request.qp(qp -> qp.sendCq(cq).recvCq(cq)));
        pair.responder().postRecv(1, 0, 64);
        pair.requester().postRecv(2, 0, 64);

        pair.post(send().id(3));
        pair.responder().receives().success(1);
        pair.reversed().post(send().id(4));

        pair.responder().receives().success(4);
    }

    @Behaviour(
            id = "CQ-05-THREADS",
            says = "several threads poll one queue, each into a separate array, and lose no completion")
    public void pollsTogether(Fixture fixture) throws Exception {
        QpPair pair = pair(fixture);
        CompletionQueue cq = pair.requester().sends().cq();
        deliver(pair, 16);

        List<Long> ids = Threads.together(4, () -> new Completions(cq).next(4)).stream()
                .flatMap(List::stream)
                .map(Completion::wrId)
                .toList();

        assertThat(ids)
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, 16).boxed().toList());
    }

    @Behaviour(id = "CQ-05-FIELDS", says = "a completion returns its 64-bit wr_id and its queue pair number")
    public void keepsFields(Fixture fixture) {
        QpPair pair = pair(fixture);
        pair.responder().postRecv(0xFEDC_BA98_7654_3210L, 0, 64);

        pair.post(send().id(-1));

        assertThat(pair.responder().receives().success(0xFEDC_BA98_7654_3210L).qpNum())
                .isEqualTo(pair.responder().qp().qpNum());
        assertThat(pair.requester().sends().success(-1).qpNum())
                .isEqualTo(pair.requester().qp().qpNum());
    }

    @Behaviour(id = "CQ-05-BOUNDS", says = "an array returns only polled completions")
    public void keepsBounds(Fixture fixture) {
        QpPair pair = pair(fixture);
        CompletionArray array = fixture.context().newCompletionArray(4);
        pair.requester().sends().cq().poll(array);

        assertThatThrownBy(() -> array.wrId(0)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> array.get(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Behaviour(id = "CQ-05-FOREIGN", says = "an array of another device context is rejected before the call")
    public void refusesForeignArray(Fixture fixture) {
        CompletionArray foreign = fixture.another().context().newCompletionArray(1);

        assertRefused(() -> fixture.cq().poll(foreign)).byVerbena();
    }

    @Behaviour(
            id = "CQ-05-CHECKED",
            says = "in checked mode, an array belongs to the first thread that uses it until that thread releases it")
    public void checksThreads(Fixture fixture) throws Exception {
        CompletionQueue cq = fixture.cq();
        CompletionArray array = checkedArray(fixture);
        cq.poll(array);

        Threads.elsewhere(() -> assertThatThrownBy(() -> cq.poll(array)).isInstanceOf(IllegalStateException.class));
        array.release();
        Threads.elsewhere(() -> assertThat(cq.poll(array)).isZero());
    }

    private static CompletionArray checkedArray(Fixture fixture) {
        String before = System.setProperty(CHECKED, "true");
        try {
            return fixture.context().newCompletionArray(1);
        } finally {
            if (before == null) {
                System.clearProperty(CHECKED);
            } else {
                System.setProperty(CHECKED, before);
            }
        }
    }

    @Behaviour(
            id = "CQ-06",
            needs = Capability.RC,
            says = "a queue that overruns reports CQ_ERR; every polled completion belongs to a posted work request")
    public void overruns(Fixture fixture) {
        CompletionQueue small = fixture.cq(1);
        int entries = small.grantedCqe();
        int tooMany = tooMany(entries);
        QpPair pair = withCompletionsIn(fixture, small, tooMany);

        pair.post(IntStream.range(0, tooMany).mapToObj(i -> send().id(i)).toList());

        Events.of(fixture).await(AsyncEventType.CQ_ERR, small);
        Completions completions = new Completions(small);
        for (int i = 0; i < entries; i++) {
            assertThat(completions.soon().map(Completion::wrId)).isIn(Optional.empty(), Optional.of((long) i));
        }
    }

    @Behaviour(
            id = "CQ-06-IGNORE",
            needs = {Capability.RC, Capability.IGNORE_OVERRUN},
            says = "a queue with IGNORE_OVERRUN that overruns reports no CQ_ERR, and its queue pair continues")
    public void ignoresOverrun(Fixture fixture) {
        CompletionQueue small = fixture.context()
                .createCqEx(CqInitAttr.builder()
                        .cqe(1)
                        .wcFlags(WcFlag.BYTE_LEN)
                        .flags(CqCreateFlag.IGNORE_OVERRUN)
                        .build());
        int tooMany = tooMany(small.grantedCqe());
        QpPair pair = withCompletionsIn(fixture, small, tooMany + 1);

        pair.post(IntStream.range(0, tooMany).mapToObj(i -> send().id(i)).toList());
        pair.responder().receives().next(tooMany);
        pair.post(send().id(tooMany));

        pair.responder().receives().success(tooMany);
        Events.of(fixture).assertNone();
        pair.requester().awaitState(QpState.RTS);
    }

    /** Returns a number of completions that overruns a queue. A ring may have more slots than the returned capability. */
    private static int tooMany(int entries) {
        return 2 * entries + 2;
    }

    /** Connects a pair whose sends complete in a queue, and posts receives for a number of messages. */
    private static QpPair withCompletionsIn(Fixture fixture, CompletionQueue sendCq, int messages) {
        QpPair pair = QpPair.of(
                fixture,
                QpType.RC,
                request -> request.qp(qp -> qp.sendCq(sendCq).maxSendWr(messages)),
                request -> request.qp(qp -> qp.recvCq(fixture.cq(2L * messages)).maxRecvWr(messages)));
        pair.responder().postEmptyRecvs(messages);
        return pair;
    }

    @Behaviour(
            id = "CQ-08-KEEPS",
            needs = Capability.RESIZE_CQ,
            says = "a resized queue keeps its completions in order")
    public void resizes(Fixture fixture) {
        QpPair pair = pair(fixture);
        deliver(pair, 10);
        Completions sends = pair.requester().sends();
        sends.success(0);

        sends.cq().resize(200);
        IntStream.range(1, 5).forEach(sends::success);
        sends.cq().resize(100);
        IntStream.range(5, 10).forEach(sends::success);

        deliver(pair, 1);
        sends.success(0);
    }

    @Behaviour(
            id = "CQ-08-BELOW",
            needs = Capability.RESIZE_CQ,
            says = "a resize below the number of pending completions fails with EINVAL, or loses none")
    public void resizesBelowFill(Fixture fixture) {
        QpPair pair = pair(fixture);
        IntStream.range(0, 16).forEach(i -> pair.responder().postRecv(i, 0, 64));
        pair.post(IntStream.range(0, 16).mapToObj(i -> send().id(i)).toList());
        // An acknowledged message has completed at the responder.
        pair.requester().sends().next(16);
        Completions receives = pair.responder().receives();
        try {
            receives.cq().resize(2);
        } catch (VerbsException e) {
            assertThat(e.errno()).isEqualTo(Errno.EINVAL);
        }

        IntStream.range(0, 16).forEach(receives::success);
    }

    @Behaviour(
            id = "PST-04-POLL",
            says = "one poll returns many flushed work requests, with their wr_id and queue pair number")
    public void pollsFlushed(Fixture fixture) {
        QpPair pair = pair(fixture);
        IntStream.range(0, 8).forEach(i -> pair.responder().postRecv(i, 0, 64));
        pair.responder().fail();
        pair.responder().receives().withStatus(0, WcStatus.WR_FLUSH_ERR);
        CompletionArray array = fixture.context().newCompletionArray(16);

        List<Completion> flushed =
                Completions.in(array, pair.responder().receives().cq(), 7);

        assertThat(flushed).extracting(Completion::status).containsOnly(WcStatus.WR_FLUSH_ERR);
        assertThat(flushed).extracting(Completion::wrId).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L);
        assertThat(flushed)
                .extracting(Completion::qpNum)
                .containsOnly(pair.responder().qp().qpNum());
    }
}
