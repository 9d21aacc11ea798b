// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.datapath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.attr.QpType.RC;
import static org.verbena.attr.QpType.UC;
import static org.verbena.attr.QpType.UD;
import static org.verbena.tck.fixture.RefusalAssert.assertRefused;
import static org.verbena.tck.traffic.WorkRequest.send;

import java.util.List;
import java.util.stream.IntStream;
import org.verbena.Completion;
import org.verbena.RecvBatch;
import org.verbena.RecvWr;
import org.verbena.attr.QpType;
import org.verbena.attr.SendOp;
import org.verbena.attr.WcStatus;
import org.verbena.error.Errno;
import org.verbena.error.PostException;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.engine.DataPathBehaviours;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.traffic.Endpoint;
import org.verbena.tck.traffic.EndpointRequest;
import org.verbena.tck.traffic.QpPair;
import org.verbena.tck.traffic.WorkRequest;

/** Work requests that exceed the capacity of the queue or of one of its entries. */
public final class QueueLimits implements DataPathBehaviours {
    // Drivers round up their rings. None of these requests results in a ring of this size.
    private static final int BEYOND_EVERY_RING = 4096;

    /** Adds completion queues that hold all completions of a queue pair. */
    private static EndpointRequest deep(EndpointRequest request) {
        return request.completions(BEYOND_EVERY_RING);
    }

    /** Returns the indices of one element more than the returned capability. */
    private static IntStream beyond(long granted) {
        return IntStream.rangeClosed(0, (int) granted);
    }

    // ---------------------------------------------------------------- full queues

    @Behaviour(
            id = "PST-05",
            needs = Capability.RC,
            says = "a send queue accepts max_send_wr work requests; a full queue fails with ENOMEM and loses none")
    public void fullSendQueue(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC, QueueLimits::deep);

        int held = fillSendQueue(pair);

        assertThat((long) held)
                .isGreaterThanOrEqualTo(pair.requester().qp().grantedCap().maxSendWr());
        pair.requester().fail();
        for (int i = 0; i < held; i++) {
            pair.requester().sends().withStatus(i, WcStatus.WR_FLUSH_ERR);
        }
        pair.requester().sends().assertNone();
    }

    // Fills the send queue and returns the number of posts. Without a receive at the peer, no send completes and all
    // entries stay in use.
    private static int fillSendQueue(QpPair pair) {
        for (int i = 0; i < BEYOND_EVERY_RING; i++) {
            try {
                pair.post(send().id(i));
            } catch (PostException e) {
                assertThat(e.errno()).isEqualTo(Errno.ENOMEM);
                assertThat(e.isQueueFull()).isTrue();
                return i;
            }
        }
        throw new AssertionError("The send queue takes everything");
    }

    @Behaviour(
            id = "PST-05-LIST",
            needs = Capability.RC,
            says = "a list that does not fit is posted up to the first work request that fails, which bad_wr names")
    public void listBeyondSendQueue(Fixture fixture) {
        int fits = fillSendQueue(QpPair.of(fixture, QpType.RC, QueueLimits::deep));
        QpPair pair = QpPair.of(fixture, QpType.RC, QueueLimits::deep);
        List<WorkRequest> list =
                IntStream.range(0, fits + 3).mapToObj(i -> send().id(i)).toList();

        assertRefused(() -> pair.post(list))
                .withErrno(Errno.ENOMEM)
                .atWorkRequest(fits)
                .asFull();

        pair.requester().fail();
        for (int i = 0; i < fits; i++) {
            pair.requester().sends().withStatus(i, WcStatus.WR_FLUSH_ERR);
        }
        pair.requester().sends().assertNone();
    }

    @Behaviour(
            id = "PST-05-AGAIN",
            needs = Capability.RC,
            says = "a full send queue accepts more work requests after completions have been polled")
    public void sendQueueEmpties(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC, QueueLimits::deep);
        int held = fillSendQueue(pair);
        for (int i = 0; i <= held; i += 16) {
            pair.responder().postEmptyRecvs(16);
            IntStream.range(i, Math.min(i + 16, held)).forEach(pair.requester().sends()::success);
            pair.responder().receives().next(Math.min(16, held - i));
        }

        pair.post(send().id(held));

        pair.requester().sends().success(held);
    }

    @Behaviour(
            id = "PST-05-WR",
            needs = {Capability.RC, Capability.SEND_OPS},
            says = "a list of send builders that does not fit fails as a whole, with ENOMEM or ENOSPC")
    public void builtListBeyondSendQueue(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC, request -> deep(request.builders(SendOp.SEND)));
        List<WorkRequest> list = IntStream.range(0, BEYOND_EVERY_RING)
                .mapToObj(i -> send().id(i))
                .toList();

        assertRefused(() -> pair.post(list)).byDevice().withErrno(Errno.ENOMEM, Errno.ENOSPC);

        pair.requester().fail();
        pair.requester().sends().assertNone();
    }

    @Behaviour(
            id = "PST-06",
            types = {RC, UC, UD},
            says = "a receive queue accepts max_recv_wr work requests; a full queue fails with ENOMEM and loses none")
    public void fullReceiveQueue(Fixture fixture, QpType type) {
        Endpoint endpoint = QpPair.of(fixture, type, QueueLimits::deep).requester();
        RecvBatch batch = fixture.context().newRecvBatch(BEYOND_EVERY_RING, 1);
        for (int i = 0; i < BEYOND_EVERY_RING; i++) {
            batch.add().wrId(i).sge(endpoint.memory().region(), 0, 64);
        }

        int held = assertRefused(() -> endpoint.qp().postRecv(batch))
                .withErrno(Errno.ENOMEM)
                .asFull()
                .badWr();

        assertThat((long) held)
                .isGreaterThanOrEqualTo(endpoint.qp().grantedCap().maxRecvWr());
        endpoint.fail();
        for (int i = 0; i < held; i++) {
            endpoint.receives().withStatus(i, WcStatus.WR_FLUSH_ERR);
        }
        endpoint.receives().assertNone();
    }

    @Behaviour(
            id = "PST-05-BAD",
            needs = Capability.RC,
            says = "a full send queue fails a request with too many elements for one of the two reasons")
    public void badRequestToFullQueue(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC, QueueLimits::deep);
        int held = fillSendQueue(pair);
        WorkRequest tooLong = send().id(held);
        beyond(pair.requester().qp().grantedCap().maxSendSge())
                .forEach(i -> tooLong.data(pair.requester().memory(), i, 1));

        // rxe checks the request first, while the libraries of adapters check the queue first.
        assertRefused(() -> pair.post(tooLong))
                .byDevice()
                .withErrno(Errno.EINVAL, Errno.ENOMEM)
                .atWorkRequest(0);

        pair.requester().fail();
        assertThat(pair.requester().sends().next(held))
                .extracting(Completion::status)
                .containsOnly(WcStatus.WR_FLUSH_ERR);
        pair.requester().sends().assertNone();
    }

    @Behaviour(
            id = "PST-06-NONE",
            types = {RC, UC, UD},
            says = "a queue pair with max_recv_wr = 0 fails a receive with ENOMEM, or keeps it in a larger ring")
    public void noReceives(Fixture fixture, QpType type) {
        Endpoint endpoint = QpPair.of(fixture, type, request -> request.qp(qp -> qp.maxRecvWr(0)))
                .requester();
        try {
            endpoint.postEmptyRecvs(1);
        } catch (PostException e) {
            assertThat(endpoint.qp().grantedCap().maxRecvWr()).isZero();
            assertThat(e.errno()).isEqualTo(Errno.ENOMEM);
            assertThat(e.badWr()).isZero();
            endpoint.fail();
            endpoint.receives().assertNone();
            return;
        }
        endpoint.fail();
        endpoint.receives().withStatus(0, WcStatus.WR_FLUSH_ERR);
    }

    // ---------------------------------------------------------------- large entries

    @Behaviour(
            id = "PST-07",
            types = {RC, UC, UD},
            says = "a send with more elements than granted fails; the earlier ones are posted")
    public void tooManyElements(Fixture fixture, QpType type) {
        QpPair pair = QpPair.of(fixture, type);
        pair.responder().postRecv(1, 0, 256);
        WorkRequest tooLong = send().id(3);
        beyond(pair.requester().qp().grantedCap().maxSendSge())
                .forEach(i -> tooLong.data(pair.requester().memory(), i, 1));

        assertRefused(() -> pair.post(send().id(2), tooLong, send().id(4)))
                .byDevice()
                .withErrno(Errno.EINVAL, Errno.ENOMEM)
                .atWorkRequest(1);

        pair.requester().sends().success(2);
        pair.responder().receives().success(1);
        pair.requester().sends().assertNone();
    }

    @Behaviour(
            id = "PST-07-RECV",
            types = {RC, UC, UD},
            says = "a receive with more elements than granted fails; the earlier ones are posted")
    public void tooManyElementsToReceive(Fixture fixture, QpType type) {
        Endpoint endpoint = QpPair.of(fixture, type).responder();
        RecvBatch batch = fixture.context()
                .newRecvBatch(2, (int) endpoint.qp().grantedCap().maxRecvSge() + 1);
        batch.add().wrId(1).sge(endpoint.memory().region(), 0, 64);
        RecvWr tooLong = batch.add().wrId(2);
        beyond(endpoint.qp().grantedCap().maxRecvSge())
                .forEach(i -> tooLong.sge(endpoint.memory().region(), i, 1));

        assertRefused(() -> endpoint.qp().postRecv(batch))
                .byDevice()
                .withErrno(Errno.EINVAL, Errno.ENOMEM)
                .atWorkRequest(1);

        endpoint.fail();
        endpoint.receives().withStatus(1, WcStatus.WR_FLUSH_ERR);
        endpoint.receives().assertNone();
    }

    @Behaviour(
            id = "PST-08",
            types = {RC, UD},
            needs = Capability.SRQ,
            says = "a queue pair with a shared receive queue rejects receives")
    public void receivesOfSharedQueue(Fixture fixture, QpType type) {
        Endpoint endpoint =
                QpPair.of(fixture, type, request -> request.srq(fixture.srq())).requester();

        assertRefused(() -> endpoint.postRecv(1, 0, 64)).withErrno(Errno.EINVAL, Errno.ENOMEM);
        endpoint.receives().assertNone();
    }

    @Behaviour(
            id = "PST-10",
            types = {RC, UC, UD},
            says = "inline data longer than granted fails; the earlier work requests are posted")
    public void tooMuchInlineData(Fixture fixture, QpType type) {
        QpPair pair = QpPair.of(fixture, type, request -> request.inline(16));
        pair.responder().postRecv(1, 0, 256);
        int granted = (int) pair.requester().qp().grantedCap().maxInlineData();

        assertRefused(() -> pair.post(send().id(2), send().id(3).inline(new byte[granted + 1])))
                .byDevice()
                .withErrno(Errno.EINVAL, Errno.ENOMEM)
                .atWorkRequest(1);

        pair.requester().sends().success(2);
        pair.responder().receives().success(1);
    }

    @Behaviour(
            id = "PST-10-WR",
            types = {RC, UC, UD},
            needs = Capability.SEND_OPS,
            says = "send builders fail inline data longer than granted, and then post nothing")
    public void tooMuchInlineDataBuilt(Fixture fixture, QpType type) {
        QpPair pair = QpPair.of(fixture, type, request -> request.inline(16).builders(SendOp.SEND));
        int granted = (int) pair.requester().qp().grantedCap().maxInlineData();

        assertRefused(() -> pair.post(send().id(2), send().id(3).inline(new byte[granted + 1])))
                .byDevice()
                .withErrno(Errno.EINVAL, Errno.ENOMEM, Errno.ENOSPC);

        pair.requester().sends().assertNone();
    }

    @Behaviour(
            id = "PST-10-SGE",
            types = {RC, UC, UD},
            says = "inline data counts as one element: a queue pair with max_send_sge = 0 fails it, or sends it")
    public void inlineDataWithoutElements(Fixture fixture, QpType type) {
        QpPair pair = QpPair.of(fixture, type, request -> request.inline(16).qp(qp -> qp.maxSendSge(0)));
        pair.responder().postRecv(1, 0, 256);
        long granted = pair.requester().qp().grantedCap().maxSendSge();
        byte[] bytes = {1, 2, 3};
        try {
            pair.post(send().id(2).inline(bytes));
        } catch (PostException e) {
            assertThat(granted).as("max_send_sge").isZero();
            assertThat(e.errno()).isIn(Errno.EINVAL, Errno.ENOMEM);
            assertThat(e.badWr()).isZero();
            return;
        }
        pair.requester().sends().success(2);
        pair.responder().receives().success(1);
        assertThat(pair.responder().memory().bytes(pair.headerLength(), 3)).isEqualTo(bytes);
    }

    @Behaviour(
            id = "PST-10-MOST",
            types = {RC, UC, UD},
            says = "inline data of the granted length is sent")
    public void mostInlineData(Fixture fixture, QpType type) {
        QpPair pair = QpPair.of(fixture, type, request -> request.inline(16));
        int granted = (int) pair.requester().qp().grantedCap().maxInlineData();
        byte[] bytes = pair.requester().memory().fill(0, granted, 1);
        pair.responder().postRecv(1, 0, 8192);

        pair.post(send().id(2).inline(bytes));

        pair.requester().sends().success(2);
        pair.responder().receives().success(1);
        assertThat(pair.responder().memory().bytes(pair.headerLength(), granted))
                .isEqualTo(bytes);
    }
}
