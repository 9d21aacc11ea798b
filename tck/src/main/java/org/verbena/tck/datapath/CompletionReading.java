// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.datapath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.verbena.tck.fixture.RefusalAssert.assertRefused;
import static org.verbena.tck.traffic.WorkRequest.send;
import static org.verbena.tck.traffic.WorkRequest.sendImm;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.verbena.AddressHandle;
import org.verbena.CompletionQueueEx;
import org.verbena.CqInitAttr;
import org.verbena.attr.CompletionFlag;
import org.verbena.attr.CqCreateFlag;
import org.verbena.attr.LinkLayer;
import org.verbena.attr.QpType;
import org.verbena.attr.WcFlag;
import org.verbena.attr.WcOpcode;
import org.verbena.attr.WcStatus;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.engine.DataPathBehaviours;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.fixture.QpStateWalk;
import org.verbena.tck.fixture.Threads;
import org.verbena.tck.traffic.Endpoint;
import org.verbena.tck.traffic.QpPair;
import org.verbena.tck.traffic.Reading;

/** Completions that the caller reads in place: {@code ibv_start_poll(3)}. */
public final class CompletionReading implements DataPathBehaviours {
    private static final Duration SKEW = Duration.ofSeconds(2);

    @Override
    public List<Capability> needs() {
        return List.of(Capability.CONNECT, Capability.CQ_EX);
    }

    private static CompletionQueueEx cq(Fixture fixture, WcFlag first, WcFlag... others) {
        return fixture.context()
                .createCqEx(CqInitAttr.builder().cqe(32).wcFlags(first, others).build());
    }

    private static QpPair pair(Fixture fixture, QpType type, CompletionQueueEx receives) {
        QpPair pair = QpPair.of(fixture, type, request -> request, request -> request.qp(qp -> qp.recvCq(receives)));
        IntStream.range(0, 8).forEach(i -> pair.responder().postRecv(i, i * 256L, 256));
        return pair;
    }

    @Behaviour(id = "CQ-07-READ", says = "a completion can be read field by field")
    public void readsFields(Fixture fixture) {
        CompletionQueueEx cq = cq(fixture, WcFlag.BYTE_LEN, WcFlag.IMM, WcFlag.QP_NUM);
        QpPair pair = pair(fixture, fixture.anyType(), cq);

        pair.post(sendImm(0x8765_4321).id(1).data(pair.requester().memory(), 0, 50));

        Reading.start(cq);
        assertThat(cq.status()).isEqualTo(WcStatus.SUCCESS);
        assertThat(cq.wrId()).isZero();
        assertThat(cq.opcode()).isEqualTo(WcOpcode.RECV);
        assertThat(cq.byteLen()).isEqualTo(50 + pair.headerLength());
        assertThat(cq.has(CompletionFlag.WITH_IMM)).isTrue();
        assertThat(cq.immData()).isEqualTo(0x8765_4321);
        assertThat(cq.qpNum()).isEqualTo(pair.responder().qp().qpNum());
        cq.endPoll();
    }

    @Behaviour(id = "CQ-07-DATAGRAM", needs = Capability.UD, says = "the completion of a datagram names its sender")
    public void readsSender(Fixture fixture) {
        CompletionQueueEx cq = cq(fixture, WcFlag.BYTE_LEN, WcFlag.SRC_QP);
        QpPair pair = pair(fixture, QpType.UD, cq);

        pair.post(send().id(1));

        Reading.start(cq);
        assertThat(cq.srcQp()).isEqualTo(pair.requester().qp().qpNum());
        assertThat(cq.byteLen()).isEqualTo(Endpoint.GRH);
        cq.endPoll();
    }

    @Behaviour(
            id = "CQ-07-PATH",
            needs = {Capability.UD, Capability.SOURCE_PATH},
            says = "the completion of a datagram has the local identifier of its sender and the service level")
    public void readsPath(Fixture fixture) {
        CompletionQueueEx cq = cq(fixture, WcFlag.BYTE_LEN, WcFlag.SLID, WcFlag.SL);
        QpPair pair = pair(fixture, QpType.UD, cq);
        AddressHandle address = fixture.pd()
                .createAh(fixture.addressOf(fixture.remote()).toBuilder().sl(3).build());

        pair.requester().post(send().id(1).to(address, pair.responder().qp().qpNum(), QpStateWalk.QKEY));

        Reading.start(cq);
        assertThat(cq.byteLen()).isEqualTo(Endpoint.GRH);
        long slid = cq.slid();
        int sl = cq.sl();
        cq.endPoll();
        // A port of RoCE has no local identifier, and a device may report the priority as the service level or not.
        if (fixture.port().linkLayer() == LinkLayer.INFINIBAND) {
            assertThat(slid).isEqualTo(fixture.port().lid());
            assertThat(sl).isEqualTo(3);
        }
    }

    @Behaviour(
            id = "CQ-07-PATH-BITS",
            needs = {Capability.UD, Capability.DLID_PATH_BITS},
            says = "the completion of a datagram for the base local identifier has no path bits")
    public void readsPathBits(Fixture fixture) {
        CompletionQueueEx cq = cq(fixture, WcFlag.BYTE_LEN, WcFlag.DLID_PATH_BITS);
        QpPair pair = pair(fixture, QpType.UD, cq);

        pair.post(send().id(1));

        Reading.start(cq);
        assertThat(cq.byteLen()).isEqualTo(Endpoint.GRH);
        assertThat(cq.dlidPathBits()).isZero();
        cq.endPoll();
    }

    @Behaviour(
            id = "CQ-07-TM",
            needs = Capability.TM_INFO,
            says = "the tag information of a message without a tag can be read")
    public void readsTagInformation(Fixture fixture) {
        CompletionQueueEx cq = cq(fixture, WcFlag.BYTE_LEN, WcFlag.TM_INFO);
        QpPair pair = pair(fixture, fixture.anyType(), cq);

        pair.post(send().id(1));

        Reading.start(cq);
        assertThat(cq.byteLen()).isEqualTo(pair.headerLength());
        assertThat(cq.tmInfo()).isNotNull();
        cq.endPoll();
    }

    @Behaviour(
            id = "CQ-07-SINGLE",
            needs = Capability.SINGLE_THREADED_CQ,
            says = "a queue with SINGLE_THREADED reports to its thread what other queues report")
    public void readsInOneThread(Fixture fixture) {
        CompletionQueueEx cq = fixture.context()
                .createCqEx(CqInitAttr.builder()
                        .cqe(32)
                        .wcFlags(WcFlag.BYTE_LEN, WcFlag.IMM)
                        .flags(CqCreateFlag.SINGLE_THREADED)
                        .build());
        QpPair pair = pair(fixture, fixture.anyType(), cq);

        pair.post(
                sendImm(7).id(1).data(pair.requester().memory(), 0, 50),
                sendImm(8).id(2));

        Reading.start(cq);
        assertThat(cq.wrId()).isZero();
        assertThat(cq.byteLen()).isEqualTo(50 + pair.headerLength());
        assertThat(cq.immData()).isEqualTo(7);
        Reading.next(cq);
        assertThat(cq.wrId()).isEqualTo(1);
        assertThat(cq.immData()).isEqualTo(8);
        cq.endPoll();
    }

    @Behaviour(
            id = "CQ-07-NEXT",
            says = "reading moves from one completion to the next, and later continues after the last one")
    public void goesOn(Fixture fixture) {
        CompletionQueueEx cq = cq(fixture, WcFlag.BYTE_LEN);
        QpPair pair = pair(fixture, fixture.anyType(), cq);
        pair.post(IntStream.range(0, 5).mapToObj(i -> send().id(i)).toList());
        pair.requester().sends().next(5);

        Reading.start(cq);
        assertThat(cq.wrId()).isZero();
        Reading.next(cq);
        assertThat(cq.wrId()).isEqualTo(1);
        cq.endPoll();

        Reading.start(cq);
        for (int i = 2; i < 5; i++) {
            assertThat(cq.wrId()).isEqualTo(i);
            if (i < 4) {
                Reading.next(cq);
            }
        }
        assertThat(cq.nextPoll()).isFalse();
        cq.endPoll();
        assertThat(cq.startPoll()).isFalse();
    }

    @Behaviour(id = "CQ-07-EMPTY", says = "on an empty queue, startPoll returns false, and there is no reading to end")
    public void startsNotOnEmpty(Fixture fixture) {
        CompletionQueueEx cq = cq(fixture, WcFlag.BYTE_LEN);

        assertThat(cq.startPoll()).isFalse();
        assertThatThrownBy(cq::endPoll).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(cq::nextPoll).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(cq::wrId).isInstanceOf(IllegalStateException.class);
        cq.close();
    }

    @Behaviour(id = "CQ-07-ABSENT", says = "a field that was not requested is rejected before the call")
    public void refusesAbsentFields(Fixture fixture) {
        CompletionQueueEx cq = cq(fixture, WcFlag.BYTE_LEN);
        QpPair pair = pair(fixture, fixture.anyType(), cq);
        pair.post(send().id(1));

        Reading.start(cq);
        assertRefused(cq::immData).byVerbena();
        assertRefused(cq::srcQp).byVerbena();
        assertRefused(cq::completionTs).byVerbena();
        assertRefused(cq::tmInfo).byVerbena();
        assertThat(cq.byteLen()).isEqualTo(pair.headerLength());
        cq.endPoll();
    }

    @Behaviour(id = "CQ-07-THREAD", says = "reading belongs to the thread that started it")
    public void belongsToThread(Fixture fixture) throws Exception {
        CompletionQueueEx cq = cq(fixture, WcFlag.BYTE_LEN);
        QpPair pair = pair(fixture, fixture.anyType(), cq);
        pair.post(send().id(1));

        Reading.start(cq);
        Threads.elsewhere(() -> assertThatThrownBy(cq::nextPoll).isInstanceOf(IllegalStateException.class));
        assertThat(cq.wrId()).isZero();
        cq.endPoll();
    }

    @Behaviour(id = "CQ-07-FLUSHED", says = "a flushed work request can be read with its status and its wr_id")
    public void readsFlushed(Fixture fixture) {
        CompletionQueueEx cq = cq(fixture, WcFlag.BYTE_LEN, WcFlag.QP_NUM);
        QpPair pair = pair(fixture, fixture.anyType(), cq);

        pair.responder().fail();

        Reading.start(cq);
        assertThat(cq.status()).isEqualTo(WcStatus.WR_FLUSH_ERR);
        assertThat(cq.wrId()).isZero();
        assertThat(cq.qpNum()).isEqualTo(pair.responder().qp().qpNum());
        cq.endPoll();
    }

    @Behaviour(id = "CQ-07-ARRAY", says = "an extended queue can also be polled into an array")
    public void pollsIntoArray(Fixture fixture) {
        CompletionQueueEx cq = cq(fixture, WcFlag.BYTE_LEN, WcFlag.QP_NUM);
        QpPair pair = pair(fixture, fixture.anyType(), cq);

        pair.post(send().id(1));

        assertThat(pair.responder().receives().success(0).byteLen()).isEqualTo(pair.headerLength());
    }

    @Behaviour(
            id = "CQ-13-WALLCLOCK",
            needs = Capability.WALLCLOCK_TIMESTAMPS,
            says = "the wall-clock time of a completion is between the post and the reading")
    public void readsWallclock(Fixture fixture) {
        CompletionQueueEx cq = cq(fixture, WcFlag.BYTE_LEN, WcFlag.COMPLETION_TIMESTAMP_WALLCLOCK);
        QpPair pair = pair(fixture, fixture.anyType(), cq);

        Instant before = Instant.now();
        pair.post(send().id(1));

        Reading.start(cq);
        Instant completed = Instant.ofEpochSecond(0, cq.completionWallclockNs());
        cq.endPoll();
        // The clocks of the device and of the system can differ.
        assertThat(completed).isBetween(before.minus(SKEW), Instant.now().plus(SKEW));
    }

    @Behaviour(id = "CQ-13-READ", needs = Capability.TIMESTAMPS, says = "the timestamps of completions never decrease")
    public void readsTimestamps(Fixture fixture) {
        CompletionQueueEx cq = cq(fixture, WcFlag.COMPLETION_TIMESTAMP);
        QpPair pair = pair(fixture, fixture.anyType(), cq);
        pair.post(send().id(1), send().id(2));

        Reading.start(cq);
        long first = cq.completionTs();
        Reading.next(cq);
        assertThat(cq.completionTs()).isGreaterThanOrEqualTo(first);
        cq.endPoll();
    }
}
