// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.datapath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.verbena.attr.QpType.RC;
import static org.verbena.attr.QpType.UC;
import static org.verbena.attr.QpType.UD;
import static org.verbena.tck.fixture.RefusalAssert.assertRefused;
import static org.verbena.tck.traffic.WorkRequest.send;
import static org.verbena.tck.traffic.WorkRequest.sendInv;
import static org.verbena.tck.traffic.WorkRequest.write;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;
import org.verbena.AddressHandle;
import org.verbena.Completion;
import org.verbena.CompletionQueue;
import org.verbena.MemoryRegion;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.SendBatch;
import org.verbena.SendWr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.QpType;
import org.verbena.attr.WcStatus;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.engine.DataPathBehaviours;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.fixture.QpStateWalk;
import org.verbena.tck.fixture.Threads;
import org.verbena.tck.traffic.Endpoint;
import org.verbena.tck.traffic.Memory;
import org.verbena.tck.traffic.QpPair;

/**
 * Invalid input to the data path, and objects that are closed during use. Nothing crashes, hangs or loses completions.
 */
public final class DataPathFaults implements DataPathBehaviours {
    private static final Flags<AccessFlag> LOCAL = Flags.of(AccessFlag.LOCAL_WRITE);
    private static final int RECV_LENGTH = 256;

    // ---------------------------------------------------------------- work requests

    @Behaviour(id = "BAD-SGE", says = "an element that does not lie in its region is rejected before the post")
    public void refusesPartsBeyondRegion(Fixture fixture) {
        MemoryRegion region = fixture.pd().allocMr(100, LOCAL);
        SendWr send = fixture.context().newSendBatch(1, 4, 0).add();
        RecvBatch receives = fixture.context().newRecvBatch(1, 4);
        receives.add();

        for (long[] part :
                new long[][] {{0, 101}, {100, 1}, {-1, 1}, {0, -1}, {Long.MAX_VALUE, 1}, {1, Long.MAX_VALUE}}) {
            assertRefused(() -> send.sge(region, part[0], part[1])).byVerbena();
            assertRefused(() -> receives.get(0).sge(region, part[0], part[1])).byVerbena();
        }
        assertThat(send.sge(region, 100, 0).sge(region).numSge()).isEqualTo(2);
    }

    @Behaviour(id = "BAD-SGE-CLOSED", says = "a closed region is rejected when it is written into a work request")
    public void refusesClosedRegion(Fixture fixture) {
        MemoryRegion region = fixture.pd().allocMr(100, LOCAL);
        SendWr send = fixture.context().newSendBatch(1, 4, 0).add();
        region.close();

        assertRefused(() -> send.sge(region, 0, 10)).byVerbena();
        assertThat(send.numSge()).isZero();
    }

    @Behaviour(id = "BAD-SGE-FOREIGN", says = "a region of another device context is rejected")
    public void refusesForeignRegion(Fixture fixture) {
        MemoryRegion foreign = fixture.another().pd().allocMr(100, LOCAL);

        assertRefused(() -> fixture.context().newSendBatch(1, 1, 0).add().sge(foreign))
                .byVerbena();
        assertRefused(() -> fixture.context().newRecvBatch(1, 1).add().sge(foreign))
                .byVerbena();
    }

    @Behaviour(
            id = "BAD-BATCH",
            says = "more work requests, elements or inline bytes than the sizes of the batch are rejected")
    public void refusesOverfullBatch(Fixture fixture) {
        SendBatch sends = fixture.context().newSendBatch(1, 1, 8);
        SendWr wr = sends.add();
        assertThat(sends.get(0)).isSameAs(wr);

        assertRefused(sends::add).byVerbena();
        assertRefused(() -> wr.sge(0, 1, 0).sge(0, 1, 0)).byVerbena();
        assertRefused(() -> wr.inlineData(ByteBuffer.allocate(9))).byVerbena();
        assertRefused(() -> wr.inlineLength(9)).byVerbena();
        assertThatThrownBy(() -> sends.get(1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> wr.setSge(1, 0, 0, 0)).isInstanceOf(IndexOutOfBoundsException.class);
        sends.clear();
        assertThat(sends.size()).isZero();
        sends.add();
    }

    @Behaviour(id = "BAD-BATCH-SIZE", says = "batches and arrays of invalid sizes are rejected")
    public void refusesImpossibleSizes(Fixture fixture) {
        for (int size : new int[] {0, -1, 65_537, Integer.MAX_VALUE}) {
            assertRefused(() -> fixture.context().newSendBatch(size, 1, 0)).byVerbena();
            assertRefused(() -> fixture.context().newRecvBatch(size, 1)).byVerbena();
            assertRefused(() -> fixture.context().newCompletionArray(size)).byVerbena();
        }
        assertRefused(() -> fixture.context().newSendBatch(1, -1, 0)).byVerbena();
        assertRefused(() -> fixture.context().newSendBatch(1, 1, -1)).byVerbena();
        assertRefused(() -> fixture.context().newRecvBatch(1, 1025)).byVerbena();
    }

    @Behaviour(id = "BAD-RANGE", says = "a range outside the batch is rejected, and an empty range posts nothing")
    public void refusesBadRanges(Fixture fixture) {
        Endpoint endpoint = QpPair.of(fixture, fixture.anyType()).requester();
        RecvBatch batch = fixture.context().newRecvBatch(4, 1);
        batch.add().wrId(1);

        for (int[] range : new int[][] {{0, 2}, {-1, 1}, {1, 0}, {0, Integer.MAX_VALUE}}) {
            assertThatThrownBy(() -> endpoint.qp().postRecv(batch, range[0], range[1]))
                    .isInstanceOf(IndexOutOfBoundsException.class);
        }
        endpoint.qp().postRecv(batch, 1, 1);
        endpoint.fail();
        endpoint.receives().assertNone();
    }

    @Behaviour(id = "BAD-FOREIGN", says = "a batch of another device context is rejected before the call")
    public void refusesForeignBatch(Fixture fixture) {
        QueuePair qp = QpPair.of(fixture, fixture.anyType()).requester().qp();
        SendBatch sends = fixture.another().context().newSendBatch(1, 0, 0);
        sends.add();
        RecvBatch receives = fixture.another().context().newRecvBatch(1, 0);
        receives.add();

        assertRefused(() -> qp.postSend(sends)).byVerbena();
        assertRefused(() -> qp.postRecv(receives)).byVerbena();
    }

    @Behaviour(
            id = "BAD-ADDRESS",
            needs = Capability.UD,
            says = "a datagram without an address handle, or with a closed one, is rejected before the call")
    public void refusesDatagramWithoutAddress(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.UD);
        SendBatch batch = fixture.context().newSendBatch(1, 0, 0);
        SendWr wr = batch.add().wrId(1).send().signaled();

        assertRefused(() -> pair.requester().qp().postSend(batch)).byVerbena();
        AddressHandle address = pair.responderAddress();
        wr.to(address, pair.responder().qp().qpNum(), QpStateWalk.QKEY);
        address.close();
        assertRefused(() -> pair.requester().qp().postSend(batch)).byVerbena();
        pair.requester().sends().assertNone();
    }

    @Behaviour(
            id = "BAD-PATCH",
            needs = Capability.RC,
            says = "a batch can be posted many times, with fields that are changed in place")
    public void patchesInPlace(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC);
        Memory here = pair.requester().memory();
        Memory there = pair.responder().memory();
        byte[] bytes = here.fill(0, 800, 1);
        SendBatch batch = fixture.context().newSendBatch(1, 1, 0);
        SendWr wr = batch.add().signaled().sge(0, 0, 0);

        for (int i = 0; i < 8; i++) {
            wr.wrId(i).write(there.address(i * 100L), there.rkey()).setSge(0, here.address(i * 100L), 100, here.lkey());
            pair.requester().qp().postSend(batch);
            pair.requester().sends().success(i);
        }

        assertThat(there.bytes(0, 800)).isEqualTo(bytes);
    }

    @Behaviour(
            id = "BAD-OPCODE",
            types = {RC, UC, UD},
            says = "an unknown opcode fails, or completes with an error")
    public void refusesUnknownOpcode(Fixture fixture, QpType type) {
        QpPair pair = QpPair.of(fixture, type);
        SendBatch batch = fixture.context().newSendBatch(1, 0, 0);
        SendWr wr = batch.add().wrId(1).signaled().opcodeCode(0x55);
        if (type == UD) {
            wr.to(pair.responderAddress(), pair.responder().qp().qpNum(), QpStateWalk.QKEY);
        }
        try {
            pair.requester().qp().postSend(batch);
        } catch (VerbsException e) {
            assertThat(e.errno()).isIn(Errno.EINVAL, Errno.EOPNOTSUPP);
            return;
        }
        assertThat(pair.requester().sends().next().isSuccess()).isFalse();
    }

    @Behaviour(
            id = "BAD-OPCODE-INV",
            needs = Capability.UC,
            says = "a send with invalidation on UC, which has no such operation, fails or completes with an error")
    public void refusesInvalidationOverUc(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.UC);
        pair.responder().postRecv(1, 0, RECV_LENGTH);
        try {
            pair.post(sendInv(pair.responder().memory().rkey()).id(2));
        } catch (VerbsException e) {
            assertThat(e.errno()).isIn(Errno.EINVAL, Errno.EOPNOTSUPP);
            return;
        }
        assertThat(pair.requester().sends().next().isSuccess()).isFalse();
        pair.responder().receives().assertNone();
    }

    // ---------------------------------------------------------------- closing during use

    @Behaviour(
            id = "QPD-03",
            types = {RC, UC, UD},
            says = "a queue pair with outstanding work requests can be closed, and its queues after it")
    public void closesWithWork(Fixture fixture, QpType type) {
        QpPair pair = QpPair.of(fixture, type);
        Endpoint endpoint = pair.requester();
        IntStream.range(0, 8).forEach(i -> endpoint.postRecv(i, 0, RECV_LENGTH));
        pair.post(IntStream.range(0, 8).mapToObj(i -> send().id(i)).toList());
        CompletionQueue sends = endpoint.sends().cq();
        CompletionQueue receives = endpoint.receives().cq();

        endpoint.qp().close();
        sends.close();
        receives.close();
        endpoint.memory().region().close();

        assertThat(List.of(endpoint.qp(), sends, receives)).allMatch(object -> object.isClosed());
    }

    @Behaviour(
            id = "QPD-03-CONTEXT",
            types = {RC, UC, UD},
            says = "a device context with outstanding work requests can be closed")
    public void contextClosesWithWork(Fixture fixture, QpType type) {
        Fixture other = fixture.another();
        QpPair pair = QpPair.of(other, type);
        pair.requester().postRecv(1, 0, RECV_LENGTH);
        pair.post(IntStream.range(0, 8).mapToObj(i -> send().id(i)).toList());

        other.context().close();

        assertThat(pair.requester().qp().isClosed()).isTrue();
    }

    @Behaviour(
            id = "QPD-03-FLUSH",
            needs = Capability.RC,
            says = "a queue pair that is moved to ERR before its close completes every work request")
    public void flushesBeforeClose(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC);
        Endpoint endpoint = pair.requester();
        IntStream.range(0, 8).forEach(i -> endpoint.postRecv(i, 0, RECV_LENGTH));
        pair.post(IntStream.range(0, 8).mapToObj(i -> send().id(i)).toList());

        endpoint.fail();

        assertThat(endpoint.sends().next(8))
                .extracting(Completion::wrId)
                .containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L);
        assertThat(endpoint.receives().next(8)).extracting(Completion::status).containsOnly(WcStatus.WR_FLUSH_ERR);
        endpoint.qp().close();
        assertThat(endpoint.qp().isClosed()).isTrue();
    }

    @Behaviour(
            id = "QPD-03-TARGET",
            needs = Capability.RC,
            says = "if the target of writes is closed, each write completes with success or with an error")
    public void targetCloses(Fixture fixture) throws Exception {
        QpPair pair = QpPair.of(
                fixture,
                QpType.RC,
                request -> request.attributes(attr -> attr.timeout(8).retryCnt(1)));
        Memory to = pair.responder().memory();
        pair.post(IntStream.range(0, 16)
                .mapToObj(i -> write(to.address(0), to.rkey())
                        .id(i)
                        .data(pair.requester().memory(), 0, 4096))
                .toList());

        Threads.elsewhere(pair.responder().qp()::close);

        List<Completion> completions = pair.requester().sends().next(16);
        assertThat(completions).extracting(Completion::wrId).isSorted();
        assertThat(completions)
                .extracting(Completion::status)
                .containsAnyOf(WcStatus.SUCCESS, WcStatus.RETRY_EXC_ERR)
                .isSubsetOf(WcStatus.SUCCESS, WcStatus.RETRY_EXC_ERR, WcStatus.WR_FLUSH_ERR);
    }

    @Behaviour(
            id = "QPD-05-POST",
            types = {RC, UC, UD},
            says = "a closed queue pair rejects work requests")
    public void closedTakesNothing(Fixture fixture, QpType type) {
        QpPair pair = QpPair.of(fixture, type);
        Endpoint endpoint = pair.requester();
        SendBatch batch = fixture.context().newSendBatch(1, 0, 0);
        batch.add();
        endpoint.qp().close();

        assertRefused(() -> endpoint.qp().postSend(batch)).asClosed();
        assertRefused(() -> endpoint.postRecv(1, 0, RECV_LENGTH)).asClosed();
    }

    @Behaviour(id = "QPD-05-POLL", says = "a closed completion queue rejects polls")
    public void closedIsNotPolled(Fixture fixture) {
        CompletionQueue cq = fixture.cq();
        cq.close();

        assertRefused(() -> cq.poll(fixture.context().newCompletionArray(1))).asClosed();
        assertRefused(() -> cq.requestNotify(false)).asClosed();
    }

    @Behaviour(
            id = "QPD-06-USED",
            needs = Capability.RC,
            says =
                    "threads post to, poll and close one queue pair concurrently, and receive only documented exceptions")
    public void closesUnderThreads(Fixture fixture) throws Exception {
        for (int round = 0; round < 10; round++) {
            QpPair pair = QpPair.of(fixture, QpType.RC);
            Endpoint endpoint = pair.requester();
            Threads.together(3, () -> {
                for (int i = 0; i < 20; i++) {
                    useUntilClosed(endpoint, i);
                }
                endpoint.qp().close();
                return true;
            });
            assertThat(endpoint.qp().isClosed()).isTrue();
        }
    }

    // Posts until the queue pair is closed. The call may only fail with a full or a closed queue.
    private static void useUntilClosed(Endpoint endpoint, int i) {
        try {
            endpoint.postRecv(i, 0, RECV_LENGTH);
        } catch (VerbsException e) {
            assertThat(e)
                    .matches(refusal -> refusal instanceof ClosedHandleException
                            || refusal.errno().equals(Errno.ENOMEM));
        }
    }
}
