// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.behaviours;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.attr.QpType.RC;
import static org.verbena.attr.QpType.UD;
import static org.verbena.tck.fixture.RefusalAssert.assertRefused;

import org.verbena.QueuePair;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.XrcDomain;
import org.verbena.attr.DeviceCapFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.QpType;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.SrqType;
import org.verbena.attr.TmCap;
import org.verbena.error.Errno;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.fixture.Fixture;

/** Shared receive queues: {@code ibv_create_srq(3)}, {@code ibv_create_srq_ex(3)}. */
public final class SharedReceiveQueues {
    private static final long BEYOND_EVERY_LIMIT = 0xFFFF_FFFFL;

    @Behaviour(
            id = "SRQ-01",
            needs = Capability.SRQ,
            says = "the granted and the queried sizes of a shared receive queue are never below the requested ones")
    public void creates(Fixture fixture) {
        for (long wr : new long[] {1, 2, 3, 16, 100, 256}) {
            for (long sge : new long[] {1, 2, 3, 4}) {
                SrqInitAttr attr = SrqInitAttr.builder()
                        .maxWr(wr)
                        .maxSge(sge)
                        .srqContext("mine")
                        .build();
                try (SharedReceiveQueue srq = fixture.pd().createSrq(attr)) {
                    assertThat(srq.requestedAttr()).isEqualTo(new SrqAttr(wr, sge, 0));
                    assertThat(srq.grantedAttr().maxWr()).isGreaterThanOrEqualTo(wr);
                    assertThat(srq.grantedAttr().maxSge()).isGreaterThanOrEqualTo(sge);
                    assertThat(srq.query().maxWr()).isGreaterThanOrEqualTo(wr);
                    assertThat(srq.query().maxSge()).isGreaterThanOrEqualTo(sge);
                    assertThat(srq.query().srqLimit()).isZero();
                    assertThat(srq.pd()).isSameAs(fixture.pd());
                    assertThat(srq.srqType()).isEqualTo(SrqType.BASIC);
                    assertThat(srq.srqContext()).contains("mine");
                }
            }
        }
    }

    @Behaviour(id = "SRQ-01-EX", needs = Capability.SRQ, says = "the extended call creates the same basic queue")
    public void createsExtended(Fixture fixture) {
        SrqInitAttr.Builder request = SrqInitAttr.builder().maxWr(21).maxSge(3);
        SharedReceiveQueue plain = fixture.pd().createSrq(request.build());
        SharedReceiveQueue extended = fixture.context()
                .createSrqEx(request.pd(fixture.pd()).srqType(SrqType.BASIC).build());

        assertThat(extended.grantedAttr()).isEqualTo(plain.grantedAttr());
        assertThat(extended.srqType()).isEqualTo(SrqType.BASIC);
    }

    @Behaviour(
            id = "SRQ-03",
            types = {RC, UD},
            needs = Capability.SRQ,
            says = "several queue pairs share a queue, and the queue outlives them")
    public void isShared(Fixture fixture, QpType type) {
        SharedReceiveQueue srq = fixture.srq();
        QueuePair first = fixture.create(fixture.request(type).srq(srq));
        QueuePair second = fixture.create(fixture.request(type).srq(srq));

        first.close();
        assertRefused(srq::close).withErrno(Errno.EBUSY);
        second.close();
        assertThat(srq.query().maxWr()).isPositive();
        srq.close();
    }

    @Behaviour(
            id = "SRQ-04-LIMIT",
            needs = Capability.SRQ,
            says = "max_wr and max_sge can be the device's max_srq_wr and max_srq_sge")
    public void grantsLimits(Fixture fixture) {
        int wr = fixture.limits().maxSrqWr();
        int sge = fixture.limits().maxSrqSge();

        assertThat(create(fixture, wr, 1).grantedAttr().maxWr()).isGreaterThanOrEqualTo(wr);
        assertThat(create(fixture, 1, sge).grantedAttr().maxSge()).isGreaterThanOrEqualTo(sge);
    }

    @Behaviour(
            id = "SRQ-04-ABOVE",
            needs = Capability.SRQ,
            says = "max_wr and max_sge above the device's limits fail with EINVAL")
    public void refusesAboveLimits(Fixture fixture) {
        long wr = fixture.limits().maxSrqWr() + 1L;
        long sge = fixture.limits().maxSrqSge() + 1L;

        for (long above : new long[] {wr, BEYOND_EVERY_LIMIT}) {
            assertRefused(() -> create(fixture, above, 1)).byDevice().withErrno(Errno.EINVAL);
        }
        for (long above : new long[] {sge, BEYOND_EVERY_LIMIT}) {
            assertRefused(() -> create(fixture, 1, above)).byDevice().withErrno(Errno.EINVAL);
        }
    }

    private static SharedReceiveQueue create(Fixture fixture, long maxWr, long maxSge) {
        return fixture.pd()
                .createSrq(SrqInitAttr.builder().maxWr(maxWr).maxSge(maxSge).build());
    }

    @Behaviour(
            id = "SRQ-06",
            needs = Capability.SRQ,
            says = "a queue can be resized if the device announces it; otherwise the call fails")
    public void resizesIfAnnounced(Fixture fixture) {
        SharedReceiveQueue srq = fixture.srq();
        boolean announced = fixture.limits().deviceCapFlags().contains(DeviceCapFlag.SRQ_RESIZE);
        SrqAttr larger = new SrqAttr(100, 0, 0);

        if (announced) {
            srq.modify(larger, Flags.of(SrqAttr.Mask.MAX_WR));
            assertThat(srq.query().maxWr()).isGreaterThanOrEqualTo(100);
        } else {
            assertRefused(() -> srq.modify(larger, Flags.of(SrqAttr.Mask.MAX_WR)))
                    .byDevice()
                    .withErrno(Errno.EINVAL, Errno.EOPNOTSUPP);
        }
    }

    @Behaviour(
            id = "SRQ-06-ABOVE",
            needs = Capability.SRQ,
            says = "a resize beyond the device's limit fails and changes nothing")
    public void refusesResizeAboveLimit(Fixture fixture) {
        SharedReceiveQueue srq = fixture.srq();
        SrqAttr before = srq.query();
        SrqAttr above = new SrqAttr(fixture.limits().maxSrqWr() + 1L, 0, 0);

        assertRefused(() -> srq.modify(above, Flags.of(SrqAttr.Mask.MAX_WR))).withErrno(Errno.EINVAL, Errno.EOPNOTSUPP);
        assertThat(srq.query()).isEqualTo(before);
    }

    @Behaviour(
            id = "SRQ-07-ARM",
            needs = Capability.SRQ,
            says = "the limit is armed and returned by a query; a limit above the size of the queue fails with EINVAL")
    public void armsLimit(Fixture fixture) {
        SharedReceiveQueue srq = fixture.srq();

        srq.modify(new SrqAttr(0, 0, 4), Flags.of(SrqAttr.Mask.LIMIT));
        assertThat(srq.query().srqLimit()).isEqualTo(4);
        assertRefused(() -> srq.modify(new SrqAttr(0, 0, BEYOND_EVERY_LIMIT), Flags.of(SrqAttr.Mask.LIMIT)))
                .byDevice()
                .withErrno(Errno.EINVAL);
        assertThat(srq.query().srqLimit()).isEqualTo(4);
    }

    @Behaviour(
            id = "SRQ-13-XRC",
            needs = Capability.XRC,
            says = "an XRC queue has a number; its domain and completion queue fail to close with EBUSY")
    public void createsXrc(Fixture fixture) {
        XrcDomain xrcd = fixture.xrcd();
        SharedReceiveQueue srq = fixture.context().createSrqEx(xrc(fixture).build());

        assertThat(srq.srqType()).isEqualTo(SrqType.XRC);
        assertThat(srq.srqNum()).isPositive();
        assertRefused(xrcd::close).byDevice().withErrno(Errno.EBUSY);
        assertRefused(fixture.cq()::close).byDevice().withErrno(Errno.EBUSY);
        srq.close();
        fixture.cq().close();
        xrcd.close();
    }

    @Behaviour(
            id = "SRQ-13-XRC-PARTS",
            needs = Capability.XRC,
            says = "an XRC queue needs its domain and its completion queue")
    public void xrcNeedsParts(Fixture fixture) {
        SrqInitAttr.Builder request = xrc(fixture);
        Flags<SrqInitAttr.Mask> all = request.build().compMask();

        for (SrqInitAttr.Mask part : new SrqInitAttr.Mask[] {SrqInitAttr.Mask.XRCD, SrqInitAttr.Mask.CQ}) {
            SrqInitAttr attr = request.compMask(all.without(part)).build();
            assertRefused(() -> fixture.context().createSrqEx(attr)).withErrno(Errno.EINVAL);
        }
    }

    private static SrqInitAttr.Builder xrc(Fixture fixture) {
        return SrqInitAttr.builder()
                .srqType(SrqType.XRC)
                .pd(fixture.pd())
                .xrcd(fixture.xrcd())
                .cq(fixture.cq())
                .maxWr(4)
                .maxSge(1);
    }

    @Behaviour(id = "SRQ-13-TM", needs = Capability.TAG_MATCHING, says = "a tag-matching queue needs at least one tag")
    public void tagMatchingNeedsTags(Fixture fixture) {
        SrqInitAttr noTags = SrqInitAttr.builder()
                .srqType(SrqType.TM)
                .pd(fixture.pd())
                .cq(fixture.cqOfTags())
                .tmCap(new TmCap(0, 1))
                .maxWr(1)
                .maxSge(1)
                .build();

        assertRefused(() -> fixture.context().createSrqEx(noTags)).withErrno(Errno.EINVAL);
    }

    @Behaviour(id = "SRQ-14", says = "an unknown queue type fails")
    public void refusesUnknownType(Fixture fixture) {
        SrqInitAttr attr = SrqInitAttr.builder()
                .srqTypeCode(9)
                .pd(fixture.pd())
                .maxWr(1)
                .maxSge(1)
                .build();

        assertRefused(() -> fixture.context().createSrqEx(attr)).withErrno(Errno.EINVAL, Errno.EOPNOTSUPP);
    }
}
