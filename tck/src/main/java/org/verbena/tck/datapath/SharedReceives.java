// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.datapath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.attr.QpType.RC;
import static org.verbena.attr.QpType.UD;
import static org.verbena.tck.fixture.RefusalAssert.assertRefused;
import static org.verbena.tck.traffic.WorkRequest.send;
import static org.verbena.tck.traffic.WorkRequest.write;
import static org.verbena.tck.traffic.WorkRequest.writeImm;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.verbena.Completion;
import org.verbena.ProtectionDomain;
import org.verbena.RecvBatch;
import org.verbena.RecvWr;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.attr.AsyncEventType;
import org.verbena.attr.Flags;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.WcOpcode;
import org.verbena.attr.WcStatus;
import org.verbena.error.Errno;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.engine.DataPathBehaviours;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.fixture.Threads;
import org.verbena.tck.traffic.Endpoint;
import org.verbena.tck.traffic.Events;
import org.verbena.tck.traffic.Memory;
import org.verbena.tck.traffic.QpPair;

/** Receives that several queue pairs share: {@code ibv_post_srq_recv(3)}. */
public final class SharedReceives implements DataPathBehaviours {
    private static final int BEYOND_EVERY_RING = 4096;
    private static final int RECV_LENGTH = 256;

    @Override
    public List<Capability> needs() {
        return List.of(Capability.CONNECT, Capability.SRQ);
    }

    private static QpPair pair(Fixture fixture, QpType type) {
        return QpPair.of(fixture, type, UnaryOperator.identity(), request -> request.srq(fixture.srq()));
    }

    private static void post(QpPair pair, int first, int count) {
        SharedReceiveQueue srq = pair.responder().qp().srq().orElseThrow();
        IntStream.range(first, first + count)
                .forEach(i -> pair.responder().postRecv(srq, i, (long) i * RECV_LENGTH, RECV_LENGTH));
    }

    @Behaviour(
            id = "SRQ-05",
            says =
                    "a queue accepts max_wr receives; a full queue fails with ENOMEM and names the first that did not fit")
    public void fullQueue(Fixture fixture) {
        SharedReceiveQueue srq = fixture.srq();
        RecvBatch batch = fixture.context().newRecvBatch(BEYOND_EVERY_RING, 0);
        IntStream.range(0, BEYOND_EVERY_RING).forEach(i -> batch.add().wrId(i));

        int held = assertRefused(() -> srq.postRecv(batch))
                .withErrno(Errno.ENOMEM)
                .asFull()
                .badWr();

        assertThat((long) held).isGreaterThanOrEqualTo(srq.grantedAttr().maxWr());
        assertRefused(() -> srq.postRecv(batch, 0, 1)).withErrno(Errno.ENOMEM).atWorkRequest(0);
    }

    @Behaviour(id = "SRQ-05-SGE", says = "a receive with more elements than granted fails, and bad_wr names it")
    public void tooManyElements(Fixture fixture) {
        SharedReceiveQueue srq = fixture.srq();
        Memory memory = Memory.of(fixture.pd(), Memory.ALL);
        int tooMany = (int) srq.grantedAttr().maxSge() + 1;
        RecvBatch batch = fixture.context().newRecvBatch(2, tooMany);
        batch.add().wrId(1).sge(memory.region(), 0, 64);
        RecvWr tooLong = batch.add().wrId(2);
        IntStream.range(0, tooMany).forEach(i -> tooLong.sge(memory.region(), i, 1));

        assertRefused(() -> srq.postRecv(batch))
                .byDevice()
                .withErrno(Errno.EINVAL, Errno.ENOMEM)
                .atWorkRequest(1);
    }

    @Behaviour(
            id = "SRQ-08",
            types = {RC, UD},
            says = "messages of several queue pairs consume receives in posting order")
    public void servesInOrder(Fixture fixture, QpType type) {
        QpPair first = pair(fixture, type);
        QpPair second = pair(fixture, type);
        post(first, 0, 4);
        int offset = first.headerLength();

        for (int i = 0; i < 4; i++) {
            QpPair sender = i % 2 == 0 ? first : second;
            byte[] sent = sender.requester().memory().fill(0, 100, i);

            sender.post(send().id(10 + i).data(sender.requester().memory(), 0, 100));

            Completion received = sender.responder().receives().success(i);
            assertThat(received.qpNum()).isEqualTo(sender.responder().qp().qpNum());
            sender.requester().sends().success(10 + i);
            assertThat(first.responder().memory().bytes((long) i * RECV_LENGTH + offset, 100))
                    .isEqualTo(sent);
        }
    }

    @Behaviour(
            id = "SRQ-08-IMM",
            needs = Capability.RC,
            says = "a write with immediate data consumes a receive of the queue")
    public void servesImmediate(Fixture fixture) {
        QpPair pair = pair(fixture, QpType.RC);
        post(pair, 0, 1);
        Memory to = pair.responder().memory();

        pair.post(writeImm(to.address(0), to.rkey(), 5).id(1));

        Completion received = pair.responder().receives().success(0);
        assertThat(received.opcode()).isEqualTo(WcOpcode.RECV_RDMA_WITH_IMM);
        assertThat(received.immData()).isEqualTo(5);
    }

    @Behaviour(
            id = "SRQ-09",
            needs = Capability.RC,
            says = "a message for an empty queue completes with RNR_RETRY_EXC_ERR")
    public void emptyQueue(Fixture fixture) {
        QpPair pair = QpPair.of(
                fixture,
                QpType.RC,
                request -> request.attributes(attr -> attr.rnrRetry(1)),
                request -> request.srq(fixture.srq()));

        pair.post(send().id(1));

        pair.requester().sends().withStatus(1, WcStatus.RNR_RETRY_EXC_ERR);
    }

    @Behaviour(
            id = "SRQ-09-LATE",
            needs = Capability.RC,
            says = "with rnr_retry = 7 a message waits until the queue has a receive")
    public void lateReceive(Fixture fixture) {
        QpPair pair = pair(fixture, QpType.RC);

        pair.post(send().id(1));
        pair.requester().sends().assertNone();
        post(pair, 0, 1);

        pair.responder().receives().success(0);
        pair.requester().sends().success(1);
    }

    @Behaviour(
            id = "SRQ-10",
            types = {RC, UD},
            says = "a queue pair that fails leaves the receives to the other queue pairs")
    public void survivesQueuePair(Fixture fixture, QpType type) {
        QpPair failing = pair(fixture, type);
        QpPair other = pair(fixture, type);
        post(failing, 0, 2);

        failing.responder().fail();
        failing.responder().receives().assertNone();
        other.post(send().id(1), send().id(2));

        other.responder().receives().success(0);
        other.responder().receives().success(1);
    }

    @Behaviour(
            id = "SRQ-10-EVENT",
            needs = Capability.RC,
            says = "a queue pair in ERR that takes no more receives from the queue reports QP_LAST_WQE_REACHED")
    public void lastWqeReached(Fixture fixture) {
        QpPair pair = pair(fixture, QpType.RC);
        post(pair, 0, 2);

        pair.responder().fail();

        Events.of(fixture)
                .await(AsyncEventType.QP_LAST_WQE_REACHED, pair.responder().qp());
    }

    @Behaviour(
            id = "SRQ-10-EVENT-ERROR",
            needs = Capability.RC,
            says = "a queue pair that an error of its peer moves to ERR reports QP_LAST_WQE_REACHED")
    public void lastWqeReachedByError(Fixture fixture) {
        QpPair pair = pair(fixture, QpType.RC);
        Memory to = pair.responder().memory();

        pair.post(write(to.address(-8), to.rkey()).id(1).data(pair.requester().memory(), 0, 8));

        pair.requester().sends().withStatus(1, WcStatus.REM_ACCESS_ERR);
        Events.of(fixture)
                .await(AsyncEventType.QP_LAST_WQE_REACHED, pair.responder().qp());
    }

    @Behaviour(
            id = "SRQ-07",
            needs = Capability.RC,
            says =
                    "SRQ_LIMIT_REACHED is reported once, when fewer receives than the limit are left, and disarms the limit")
    public void limitReached(Fixture fixture) {
        QpPair pair = pair(fixture, QpType.RC);
        Events events = Events.of(fixture);
        post(pair, 0, 4);
        arm(fixture, 3);

        deliver(pair, 0);
        events.assertNone();
        deliver(pair, 1);
        events.await(AsyncEventType.SRQ_LIMIT_REACHED, fixture.srq());
        deliver(pair, 2);
        events.assertNone();
        assertThat(fixture.srq().query().srqLimit()).isZero();
    }

    @Behaviour(id = "SRQ-07-AGAIN", needs = Capability.RC, says = "a limit that is armed again is reported again")
    public void limitArmedAgain(Fixture fixture) {
        QpPair pair = pair(fixture, QpType.RC);
        Events events = Events.of(fixture);
        for (int round = 0; round < 2; round++) {
            post(pair, 2 * round, 2);
            arm(fixture, 2);
            deliver(pair, 2 * round);
            events.await(AsyncEventType.SRQ_LIMIT_REACHED, fixture.srq());
            deliver(pair, 2 * round + 1);
        }
    }

    private static void arm(Fixture fixture, int limit) {
        fixture.srq().modify(new SrqAttr(0, 0, limit), Flags.of(SrqAttr.Mask.LIMIT));
    }

    private static void deliver(QpPair pair, int receive) {
        pair.post(send().id(100 + receive));
        pair.responder().receives().success(receive);
        pair.requester().sends().success(100 + receive);
    }

    @Behaviour(
            id = "SRQ-11",
            needs = Capability.RC,
            says = "several threads post to the queue and send to its queue pairs, and no message is lost")
    public void servesThreads(Fixture fixture) throws Exception {
        List<QpPair> pairs =
                Stream.generate(() -> pair(fixture, QpType.RC)).limit(3).toList();
        Set<Long> received = new HashSet<>();
        SharedReceiveQueue srq = fixture.srq();

        List<Long> ids = Threads.together(3, () -> {
            long id = Thread.currentThread().getId() * 100;
            for (int i = 0; i < 4; i++) {
                pairs.get(0).responder().postRecv(srq, id + i, (id + i) % 16 * RECV_LENGTH, RECV_LENGTH);
            }
            return id;
        });
        for (QpPair pair : pairs) {
            pair.post(IntStream.range(0, 4).mapToObj(i -> send().id(i)).toList());
            pair.responder().receives().next(4).forEach(completion -> received.add(completion.wrId()));
        }

        assertThat(received)
                .containsExactlyInAnyOrderElementsOf(ids.stream()
                        .flatMap(id -> IntStream.range(0, 4).mapToObj(i -> id + i))
                        .toList());
    }

    @Behaviour(
            id = "SRQ-12",
            needs = Capability.RC,
            says =
                    "a shared receive queue accepts memory of its own protection domain, even if the queue pair has another")
    public void domainOfQueue(Fixture fixture) {
        ProtectionDomain other = fixture.context().allocPd();
        SharedReceiveQueue srq =
                other.createSrq(SrqInitAttr.builder().maxWr(4).maxSge(1).build());
        Memory memory = Memory.of(other, Memory.ALL);
        QpPair pair = QpPair.of(fixture, QpType.RC, UnaryOperator.identity(), request -> request.srq(srq));
        byte[] sent = pair.requester().memory().fill(0, 100, 1);
        RecvBatch batch = fixture.context().newRecvBatch(1, 1);
        batch.add().wrId(1).sge(memory.region(), 0, 100);
        srq.postRecv(batch);

        pair.post(send().id(2).data(pair.requester().memory(), 0, 100));

        pair.responder().receives().success(1);
        assertThat(memory.bytes(0, 100)).isEqualTo(sent);
    }

    @Behaviour(
            id = "SRQ-12-QP",
            needs = Capability.RC,
            says =
                    "a shared receive queue of another protection domain does not accept memory of the queue pair's domain")
    public void notDomainOfQueuePair(Fixture fixture) {
        ProtectionDomain other = fixture.context().allocPd();
        SharedReceiveQueue srq =
                other.createSrq(SrqInitAttr.builder().maxWr(4).maxSge(1).build());
        QpPair pair = QpPair.of(fixture, QpType.RC, UnaryOperator.identity(), request -> request.srq(srq));
        Endpoint responder = pair.responder();
        responder.postRecv(srq, 1, 0, 100);

        pair.post(send().id(2).data(pair.requester().memory(), 0, 100));

        responder.receives().withStatus(1, WcStatus.LOC_PROT_ERR);
        pair.requester().sends().withStatus(2, WcStatus.REM_OP_ERR);
        responder.awaitState(QpState.ERR);
    }
}
