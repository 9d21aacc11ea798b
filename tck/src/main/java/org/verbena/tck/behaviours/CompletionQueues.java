// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.behaviours;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.tck.fixture.RefusalAssert.assertRefused;

import java.util.EnumSet;
import java.util.Set;
import org.verbena.CompletionChannel;
import org.verbena.CompletionQueue;
import org.verbena.CompletionQueueEx;
import org.verbena.CqInitAttr;
import org.verbena.attr.CqCreateFlag;
import org.verbena.attr.CqModeration;
import org.verbena.attr.DeviceAttrEx;
import org.verbena.attr.Flags;
import org.verbena.attr.WcFlag;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.fixture.Fixture;

/** Completion queues and channels: {@code ibv_create_cq(3)}, {@code ibv_create_cq_ex(3)}, {@code ibv_resize_cq(3)}. */
public final class CompletionQueues {
    private static final Set<WcFlag> STANDARD = EnumSet.range(WcFlag.BYTE_LEN, WcFlag.DLID_PATH_BITS);

    @Behaviour(id = "CQ-01", says = "a completion queue is granted with at least the requested number of entries")
    public void creates(Fixture fixture) {
        for (int cqe : new int[] {1, 2, 3, 4, 7, 8, 16, 64, 100, 128, 1000}) {
            CompletionQueue cq = fixture.context()
                    .createCq(CqInitAttr.builder().cqe(cqe).cqContext("mine").build());

            assertThat(cq.requestedCqe()).isEqualTo(cqe);
            assertThat(cq.grantedCqe()).isGreaterThanOrEqualTo(cqe);
            assertThat(cq.channel()).isEmpty();
            assertThat(cq.cqContext()).contains("mine");
            cq.close();
        }
    }

    @Behaviour(id = "CQ-01-ZERO", says = "a completion queue without entries fails with EINVAL")
    public void refusesZero(Fixture fixture) {
        assertRefused(() -> fixture.cq(0)).byDevice().withErrno(Errno.EINVAL);
    }

    @Behaviour(id = "CQ-01-LIMIT", says = "a completion queue can have max_cqe entries")
    public void grantsLimit(Fixture fixture) {
        int limit = fixture.limits().maxCqe();

        assertThat(fixture.cq(limit).grantedCqe()).isGreaterThanOrEqualTo(limit);
    }

    @Behaviour(id = "CQ-01-ABOVE", says = "more than max_cqe entries fail with EINVAL")
    public void refusesAboveLimit(Fixture fixture) {
        long above = fixture.limits().maxCqe() + 1L;

        for (long cqe : new long[] {above, Integer.MAX_VALUE}) {
            assertRefused(() -> fixture.cq(cqe)).byDevice().withErrno(Errno.EINVAL);
        }
    }

    @Behaviour(id = "CQ-02", says = "the first and the last completion vector exist; the next one fails with EINVAL")
    public void knowsItsVectors(Fixture fixture) {
        int vectors = fixture.context().numCompVectors();

        assertThat(vectors).isPositive();
        onVector(fixture, 0).close();
        onVector(fixture, vectors - 1).close();
        for (int none : new int[] {vectors, Integer.MAX_VALUE}) {
            assertRefused(() -> onVector(fixture, none)).byDevice().withErrno(Errno.EINVAL);
        }
    }

    private static CompletionQueue onVector(Fixture fixture, int vector) {
        return fixture.context()
                .createCq(CqInitAttr.builder().cqe(4).compVector(vector).build());
    }

    @Behaviour(
            id = "CQ-03",
            needs = Capability.COMP_CHANNEL,
            says =
                    "two completion queues share a channel; closing the channel fails with EBUSY until both are destroyed")
    public void sharesChannel(Fixture fixture) {
        CompletionChannel channel = fixture.context().createCompChannel();
        CqInitAttr attr = CqInitAttr.builder().cqe(4).channel(channel).build();
        CompletionQueue first = fixture.context().createCq(attr);
        CompletionQueue second = fixture.context().createCq(attr);

        assertThat(first.channel()).containsSame(channel);
        assertRefused(channel::close).byDevice().withErrno(Errno.EBUSY);
        first.close();
        assertRefused(channel::close).byDevice().withErrno(Errno.EBUSY);
        second.close();
        channel.close();
        assertThat(channel.isClosed()).isTrue();
    }

    @Behaviour(
            id = "CQ-07",
            needs = Capability.CQ_EX,
            says = "an extended completion queue has the standard fields of a completion")
    public void offersStandardFields(Fixture fixture) {
        Flags<WcFlag> standard = Flags.of(WcFlag.BYTE_LEN, STANDARD.toArray(new WcFlag[0]));

        CompletionQueueEx cq = fixture.context()
                .createCqEx(CqInitAttr.builder().cqe(16).wcFlags(standard).build());

        assertThat(cq.wcFlags()).isEqualTo(standard);
        assertThat(cq.grantedCqe()).isGreaterThanOrEqualTo(16);
    }

    @Behaviour(
            id = "CQ-07-FIELD",
            needs = Capability.CQ_EX,
            says = "every other field of a completion is granted or fails with EOPNOTSUPP")
    public void grantsOrRefusesFields(Fixture fixture) {
        for (WcFlag flag : EnumSet.complementOf(EnumSet.copyOf(STANDARD))) {
            CqInitAttr attr = CqInitAttr.builder().cqe(16).wcFlags(flag).build();
            try (CompletionQueueEx cq = fixture.context().createCqEx(attr)) {
                assertThat(cq.wcFlags().contains(flag)).isTrue();
            } catch (VerbsException e) {
                assertThat(e.errno()).as("%s", flag).isEqualTo(Errno.EOPNOTSUPP);
            }
        }
    }

    @Behaviour(id = "CQ-07-UNKNOWN", needs = Capability.CQ_EX, says = "an unknown field fails")
    public void refusesUnknownField(Fixture fixture) {
        refuses(fixture, CqInitAttr.builder().cqe(16).wcFlags(Flags.ofMask(WcFlag.class, 1L << 40)));
    }

    @Behaviour(id = "CQ-07-FLAG", needs = Capability.CQ_EX, says = "an unknown creation flag fails")
    public void refusesUnknownFlag(Fixture fixture) {
        refuses(fixture, CqInitAttr.builder().cqe(16).flags(Flags.ofMask(CqCreateFlag.class, 1L << 20)));
    }

    @Behaviour(id = "CQ-07-MASK", needs = Capability.CQ_EX, says = "an unknown bit of comp_mask fails")
    public void refusesUnknownMaskBit(Fixture fixture) {
        refuses(fixture, CqInitAttr.builder().cqe(16).compMask(Flags.ofMask(CqInitAttr.Mask.class, 1L << 20)));
    }

    private static void refuses(Fixture fixture, CqInitAttr.Builder request) {
        assertRefused(() -> fixture.context().createCqEx(request.build())).withErrno(Errno.EOPNOTSUPP, Errno.EINVAL);
    }

    @Behaviour(
            id = "CQ-08",
            needs = Capability.RESIZE_CQ,
            refusedWithout = true,
            says = "a completion queue grows and shrinks, with at least the requested number of entries")
    public void resizes(Fixture fixture) {
        CompletionQueue cq = fixture.cq(16);

        for (int cqe : new int[] {100, 16, 1, 1000}) {
            cq.resize(cqe);
            assertThat(cq.requestedCqe()).isEqualTo(cqe);
            assertThat(cq.grantedCqe()).isGreaterThanOrEqualTo(cqe);
        }
    }

    @Behaviour(
            id = "CQ-08-REFUSED",
            needs = Capability.RESIZE_CQ,
            refusedWithout = true,
            says = "a size of 0 or above max_cqe fails with EINVAL and changes nothing")
    public void refusesSizes(Fixture fixture) {
        CompletionQueue cq = fixture.cq(16);
        int granted = cq.grantedCqe();

        for (int cqe : new int[] {0, fixture.limits().maxCqe() + 1}) {
            assertRefused(() -> cq.resize(cqe)).byDevice().withErrno(Errno.EINVAL);
        }
        assertRefused(() -> cq.resize(-1)).byVerbena();
        assertThat(cq.grantedCqe()).isEqualTo(granted);
        assertThat(cq.requestedCqe()).isEqualTo(16);
    }

    @Behaviour(
            id = "CQ-13",
            needs = Capability.CQ_EX,
            says = "timestamps are granted if the device has a clock; otherwise they fail with EOPNOTSUPP")
    public void timestampsNeedClock(Fixture fixture) {
        DeviceAttrEx attr = fixture.context().queryDeviceEx();
        CqInitAttr request = CqInitAttr.builder()
                .cqe(16)
                .wcFlags(WcFlag.COMPLETION_TIMESTAMP)
                .build();

        if (attr.completionTimestampMask() != 0) {
            fixture.context().createCqEx(request).close();
        } else {
            assertRefused(() -> fixture.context().createCqEx(request))
                    .byDevice()
                    .withErrno(Errno.EOPNOTSUPP);
        }
    }

    @Behaviour(
            id = "CQ-14",
            says = "moderation of events works if the device announces it; otherwise it fails with EOPNOTSUPP")
    public void moderatesIfAnnounced(Fixture fixture) {
        boolean announced = fixture.context().queryDeviceEx().cqModCaps().maxCqCount() > 0;
        CqModeration moderation = new CqModeration(1, 1);

        if (announced) {
            fixture.cq().moderate(moderation);
        } else {
            assertRefused(() -> fixture.cq().moderate(moderation)).byDevice().withErrno(Errno.EOPNOTSUPP);
        }
        assertThat(fixture.cq().isClosed()).isFalse();
    }
}
