// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.behaviours;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.attr.QpType.RAW_PACKET;
import static org.verbena.attr.QpType.RC;
import static org.verbena.attr.QpType.UC;
import static org.verbena.attr.QpType.UD;
import static org.verbena.attr.QpType.XRC_RECV;
import static org.verbena.attr.QpType.XRC_SEND;
import static org.verbena.tck.fixture.RefusalAssert.assertRefused;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.verbena.CompletionQueue;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.fixture.QpStateWalk;

/** Creating queue pairs by {@code ibv_create_qp(3)}. */
public final class QpCreation {
    private static final long BEYOND_EVERY_LIMIT = 0xFFFF_FFFFL;

    @Behaviour(
            id = "QPC-01",
            types = {RC, UC, UD, RAW_PACKET},
            says = "a queue pair returns its context, domain, completion queues and type; it starts in RESET")
    public void echoes(Fixture fixture, QpType type) {
        CompletionQueue sends = fixture.cq(1);
        CompletionQueue receives = fixture.cq(1);
        QueuePair qp = fixture.create(
                fixture.request(type).sendCq(sends).recvCq(receives).qpContext("mine"));

        assertThat(qp.context()).isSameAs(fixture.context());
        assertThat(qp.pd()).containsSame(fixture.pd());
        assertThat(qp.sendCq()).containsSame(sends);
        assertThat(qp.recvCq()).containsSame(receives);
        assertThat(qp.srq()).isEmpty();
        assertThat(qp.qpContext()).contains("mine");
        assertThat(qp.qpType()).isEqualTo(type);
        assertThat(qp.state()).isEqualTo(QpState.RESET);
        qp.close();
        assertThat(qp.isClosed()).isTrue();
    }

    @Behaviour(id = "QPC-02", needs = Capability.SRQ, says = "a queue pair returns its shared receive queue")
    public void echoesSrq(Fixture fixture) {
        QueuePair qp = fixture.create(fixture.request(RC).srq(fixture.srq()));

        assertThat(qp.srq()).containsSame(fixture.srq());
    }

    @Behaviour(
            id = "QPC-04",
            types = {RC, UC, UD, RAW_PACKET},
            says = "a new queue pair can be moved to RTS")
    public void walksToRts(Fixture fixture, QpType type) {
        QueuePair qp = fixture.qp(type);

        QpStateWalk.of(fixture, qp).to(QpState.RTS);

        assertThat(qp.query(Flags.of(QpAttr.Mask.STATE)).attr().qpState()).isEqualTo(QpState.RTS);
    }

    @Behaviour(id = "QPC-05", says = "inline data of 0 to 1000 bytes is granted in full or fails with EINVAL")
    public void grantsInlineData(Fixture fixture) {
        for (long inline : List.of(0, 1, 36, 64, 100, 188, 256, 400, 512, 513, 828, 1000)) {
            try (QueuePair qp =
                    fixture.create(fixture.request(fixture.anyType()).maxInlineData(inline))) {
                assertThat(qp.grantedCap().maxInlineData()).isGreaterThanOrEqualTo(inline);
            } catch (VerbsException e) {
                assertThat(e.errno()).as("refusal of %d bytes", inline).isEqualTo(Errno.EINVAL);
            }
        }
    }

    @Behaviour(id = "QPC-07", says = "a queue pair type without a C name fails")
    public void refusesUnknownType(Fixture fixture) {
        QpInitAttr attr = fixture.request(fixture.anyType()).qpTypeCode(77).build();

        assertRefused(() -> fixture.pd().createQp(attr)).withErrno(Errno.EINVAL, Errno.EOPNOTSUPP);
    }

    @Behaviour(
            id = "QPC-08",
            types = {RC, UC, UD},
            says = "a queue pair that does not send can have max_send_wr = 0")
    public void grantsNoSends(Fixture fixture, QpType type) {
        QueuePair qp = fixture.create(fixture.request(type).maxSendWr(0));

        assertThat(qp.requestedCap().maxSendWr()).isZero();
    }

    @Behaviour(id = "QPC-09-SEND", says = "max_send_wr can be the device's max_qp_wr")
    public void grantsSendsAtLimit(Fixture fixture) {
        int limit = fixture.limits().maxQpWr();

        QueuePair qp = fixture.create(fixture.request(fixture.anyType()).maxSendWr(limit));

        assertThat(qp.grantedCap().maxSendWr()).isGreaterThanOrEqualTo(limit);
    }

    @Behaviour(id = "QPC-09-RECV", says = "max_recv_wr can be the device's max_qp_wr")
    public void grantsReceivesAtLimit(Fixture fixture) {
        int limit = fixture.limits().maxQpWr();

        QueuePair qp = fixture.create(fixture.request(fixture.anyType()).maxRecvWr(limit));

        assertThat(qp.grantedCap().maxRecvWr()).isGreaterThanOrEqualTo(limit);
    }

    @Behaviour(id = "QPC-09-ABOVE", says = "max_send_wr and max_recv_wr above max_qp_wr fail with EINVAL")
    public void refusesWorkRequestsAboveLimit(Fixture fixture) {
        long above = fixture.limits().maxQpWr() + 1L;

        for (long wr : List.of(above, BEYOND_EVERY_LIMIT)) {
            assertRefused(() ->
                            fixture.create(fixture.request(fixture.anyType()).maxSendWr(wr)))
                    .byDevice()
                    .withErrno(Errno.EINVAL);
            assertRefused(() ->
                            fixture.create(fixture.request(fixture.anyType()).maxRecvWr(wr)))
                    .byDevice()
                    .withErrno(Errno.EINVAL);
        }
    }

    @Behaviour(id = "QPC-10-LIMIT", says = "max_send_sge and max_recv_sge can be the device's max_sge")
    public void grantsElementsAtLimit(Fixture fixture) {
        int limit = fixture.limits().maxSge();

        QueuePair qp = fixture.create(
                fixture.request(fixture.anyType()).maxSendSge(limit).maxRecvSge(limit));

        assertThat(qp.grantedCap().maxSendSge()).isGreaterThanOrEqualTo(limit);
        assertThat(qp.grantedCap().maxRecvSge()).isGreaterThanOrEqualTo(limit);
    }

    @Behaviour(id = "QPC-10-ABOVE", says = "max_send_sge and max_recv_sge above max_sge fail with EINVAL")
    public void refusesElementsAboveLimit(Fixture fixture) {
        long above = fixture.limits().maxSge() + 1L;

        for (long sge : List.of(above, BEYOND_EVERY_LIMIT)) {
            assertRefused(() ->
                            fixture.create(fixture.request(fixture.anyType()).maxSendSge(sge)))
                    .withErrno(Errno.EINVAL);
            assertRefused(() ->
                            fixture.create(fixture.request(fixture.anyType()).maxRecvSge(sge)))
                    .withErrno(Errno.EINVAL);
        }
    }

    @Behaviour(id = "QPC-12", says = "the number of a queue pair is unique while the queue pair exists")
    public void numbersAreUnique(Fixture fixture) {
        Set<Long> living = new HashSet<>();
        for (int i = 0; i < 64; i++) {
            assertThat(living.add(fixture.qp(fixture.anyType()).qpNum())).isTrue();
        }
        for (int i = 0; i < 256; i++) {
            try (QueuePair passing = fixture.qp(fixture.anyType())) {
                assertThat(living).doesNotContain(passing.qpNum());
            }
        }
    }

    @Behaviour(
            id = "QPC-13",
            types = {RC, UC, UD},
            says = "a missing completion queue is rejected before the call; one queue can serve both directions")
    public void needsCompletionQueues(Fixture fixture, QpType type) {
        QpInitAttr noSendCq =
                QpInitAttr.builder().qpType(type).recvCq(fixture.cq()).build();
        QpInitAttr noRecvCq =
                QpInitAttr.builder().qpType(type).sendCq(fixture.cq()).build();

        assertRefused(() -> fixture.pd().createQp(noSendCq)).byVerbena().naming("send_cq");
        assertRefused(() -> fixture.pd().createQp(noRecvCq)).byVerbena().naming("recv_cq");
        QueuePair qp = fixture.qp(type);
        assertThat(qp.sendCq()).isEqualTo(qp.recvCq());
    }

    @Behaviour(
            id = "QPC-14",
            types = {RC, UC, UD, RAW_PACKET},
            says = "the granted and the queried capabilities are never below the requested ones")
    public void grantsWhatIsAskedFor(Fixture fixture, QpType type) {
        long maxSge = Math.min(4, fixture.limits().maxSge());
        long[] inlines = LongStream.of(0, 1, 60, 64, 100)
                .filter(inline -> takesInlineData(fixture, type, inline))
                .toArray();
        for (long wr : new long[] {1, 2, 3, 4, 16, 21, 100, 128}) {
            for (long sge = 1; sge <= maxSge; sge++) {
                for (long inline : inlines) {
                    QpCap cap = new QpCap(wr, wr, sge, sge, inline);
                    try (QueuePair qp = fixture.create(fixture.request(type).cap(cap))) {
                        assertThat(qp.requestedCap()).isEqualTo(cap);
                        assertReaches(qp.grantedCap(), cap, "granted");
                        assertReaches(
                                qp.query(Flags.of(QpAttr.Mask.CAP)).initAttr().cap(), cap, "answered");
                    }
                }
            }
        }
    }

    /**
     * Returns whether the device accepts this amount of inline data. No query returns the limit, but every device
     * accepts 0.
     */
    private static boolean takesInlineData(Fixture fixture, QpType type, long inline) {
        try {
            fixture.create(fixture.request(type).maxInlineData(inline)).close();
            return true;
        } catch (VerbsException e) {
            assertThat(e.errno()).as("refusal of %d bytes", inline).isEqualTo(Errno.EINVAL);
            return inline == 0;
        }
    }

    private static void assertReaches(QpCap cap, QpCap asked, String how) {
        boolean reaches = cap.maxSendWr() >= asked.maxSendWr()
                && cap.maxRecvWr() >= asked.maxRecvWr()
                && cap.maxSendSge() >= asked.maxSendSge()
                && cap.maxRecvSge() >= asked.maxRecvSge()
                && cap.maxInlineData() >= asked.maxInlineData();
        assertThat(reaches).as("%s asked for, %s %s", asked, how, cap).isTrue();
    }

    @Behaviour(
            id = "QPC-15-CAPS",
            needs = Capability.SRQ,
            says = "with a shared receive queue, the requested receive capabilities are ignored")
    public void ignoresReceiveCapsWithSrq(Fixture fixture) {
        for (long wr : new long[] {0, 1, fixture.limits().maxQpWr() + 1L, BEYOND_EVERY_LIMIT}) {
            QueuePair qp = fixture.create(fixture.request(RC)
                    .srq(fixture.srq())
                    .maxRecvWr(wr)
                    .maxRecvSge(fixture.limits().maxSge() + 1L));

            assertThat(qp.grantedCap().maxSendWr()).isPositive();
        }
    }

    @Behaviour(
            id = "QPC-15-CQ",
            needs = Capability.SRQ,
            says = "with a shared receive queue, receives still need a completion queue")
    public void needsReceiveCqWithSrq(Fixture fixture) {
        QpInitAttr attr = QpInitAttr.builder()
                .sendCq(fixture.cq())
                .srq(fixture.srq())
                .maxSendWr(1)
                .maxSendSge(1)
                .build();

        assertRefused(() -> fixture.pd().createQp(attr)).byVerbena().naming("recv_cq");
    }

    @Behaviour(
            id = "QPC-16",
            types = {UC, RAW_PACKET, XRC_SEND},
            needs = Capability.SRQ,
            says = "only RC and UD accept a shared receive queue")
    public void refusesSrqOfOtherTypes(Fixture fixture, QpType type) {
        assertRefused(() -> fixture.create(fixture.request(type).srq(fixture.srq())))
                .withErrno(Errno.EINVAL);
    }

    @Behaviour(
            id = "QPC-17-SEND",
            types = XRC_SEND,
            says = "an XRC initiator has no receive queue: requesting one fails with EINVAL or grants 0")
    public void initiatorsDoNotReceive(Fixture fixture, QpType type) {
        QpInitAttr.Builder request = fixture.request(type).maxRecvWr(4).maxRecvSge(1);

        try (QueuePair qp = fixture.create(request)) {
            assertThat(qp.grantedCap().maxRecvWr()).isZero();
            assertThat(qp.grantedCap().maxRecvSge()).isZero();
        } catch (VerbsException e) {
            assertThat(e.errno()).isEqualTo(Errno.EINVAL);
        }
    }

    @Behaviour(
            id = "QPC-17-RECV",
            types = XRC_RECV,
            says = "an XRC target needs its domain, but neither a protection domain nor completion queues")
    public void targetsNeedTheirDomain(Fixture fixture, QpType type) {
        QpInitAttr without = QpInitAttr.builder().qpType(type).build();

        assertRefused(() -> fixture.context().createQpEx(without)).withErrno(Errno.EINVAL);
        QueuePair target = fixture.qp(type);
        assertThat(target.pd()).isEmpty();
        assertThat(target.sendCq()).isEmpty();
        assertThat(target.recvCq()).isEmpty();
    }

    @Behaviour(
            id = "QPC-18",
            types = UD,
            says = "a privileged Q_Key is accepted or, without CAP_NET_RAW, fails with EPERM")
    public void privilegedQkeyNeedsCapability(Fixture fixture, QpType type) {
        QueuePair qp = fixture.qp(type);
        QpAttr privileged = QpStateWalk.of(fixture, qp)
                .valid()
                .qpState(QpState.INIT)
                .qkey(0x8000_0001L)
                .attrMask(Flags.of(QpAttr.Mask.STATE, QpAttr.Mask.PKEY_INDEX, QpAttr.Mask.PORT, QpAttr.Mask.QKEY))
                .build();

        try {
            qp.modify(privileged);
            assertThat(qp.query(Flags.of(QpAttr.Mask.QKEY)).attr().qkey()).isEqualTo(0x8000_0001L);
        } catch (VerbsException e) {
            assertThat(e.errno()).isEqualTo(Errno.EPERM);
            assertThat(qp.state()).isEqualTo(QpState.RESET);
        }
    }
}
