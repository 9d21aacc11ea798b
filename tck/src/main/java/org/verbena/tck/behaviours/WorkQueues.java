// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.behaviours;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.tck.fixture.RefusalAssert.assertRefused;

import java.util.Collections;
import java.util.List;
import org.verbena.CompletionQueue;
import org.verbena.QueuePair;
import org.verbena.RwqIndTable;
import org.verbena.RwqIndTableAttr;
import org.verbena.WorkQueue;
import org.verbena.WqInitAttr;
import org.verbena.attr.DeviceAttrEx;
import org.verbena.attr.DeviceCapFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqCap;
import org.verbena.attr.WqFlag;
import org.verbena.attr.WqState;
import org.verbena.attr.WqType;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.fixture.Fixture;

/** Work queues and indirection tables: {@code ibv_create_wq(3)}, {@code ibv_create_rwq_ind_table(3)}. */
public final class WorkQueues {
    private static final long BEYOND_EVERY_LIMIT = 0xFFFF_FFFFL;
    private static final long RAW_CAP_CVLAN_STRIPPING = 1;
    private static final long RAW_CAP_SCATTER_FCS = 1 << 1;
    private static final long RAW_CAP_DELAY_DROP = 1 << 3;

    @Behaviour(
            id = "WQ-01",
            needs = Capability.WQ,
            refusedWithout = true,
            says = "a work queue has at least the requested size, returns its parts, has a number and starts in RESET")
    public void creates(Fixture fixture) {
        for (long wr : new long[] {1, 2, 3, 16, 100}) {
            for (long sge : new long[] {1, 2, 3}) {
                WqInitAttr attr = fixture.wqRequest()
                        .maxWr(wr)
                        .maxSge(sge)
                        .wqContext("mine")
                        .build();
                WorkQueue wq = fixture.context().createWq(attr);

                assertThat(wq.requestedCap()).isEqualTo(new WqCap(wr, sge));
                assertThat(wq.grantedCap().maxWr()).isGreaterThanOrEqualTo(wr);
                assertThat(wq.grantedCap().maxSge()).isGreaterThanOrEqualTo(sge);
                assertThat(wq.state()).isEqualTo(WqState.RESET);
                assertThat(wq.wqType()).isEqualTo(WqType.RQ);
                assertThat(wq.pd()).isSameAs(fixture.pd());
                assertThat(wq.cq()).isSameAs(fixture.cq());
                assertThat(wq.wqContext()).contains("mine");
                wq.close();
            }
        }
        assertThat(fixture.wq().wqNum()).isNotEqualTo(fixture.wq().wqNum());
    }

    @Behaviour(
            id = "WQ-02-PARTS",
            needs = Capability.WQ,
            refusedWithout = true,
            says = "a work queue needs its protection domain and completion queue")
    public void needsParts(Fixture fixture) {
        WqInitAttr noPd =
                WqInitAttr.builder().cq(fixture.cq()).maxWr(1).maxSge(1).build();
        WqInitAttr noCq =
                WqInitAttr.builder().pd(fixture.pd()).maxWr(1).maxSge(1).build();

        assertRefused(() -> fixture.context().createWq(noPd)).byVerbena().naming("pd");
        assertRefused(() -> fixture.context().createWq(noCq)).byVerbena().naming("cq");
    }

    @Behaviour(
            id = "WQ-02-TYPE",
            needs = Capability.WQ,
            refusedWithout = true,
            says = "an unknown work queue type fails")
    public void refusesUnknownType(Fixture fixture) {
        assertRefused(() -> fixture.context()
                        .createWq(fixture.wqRequest().wqTypeCode(7).build()))
                .byDevice()
                .withErrno(Errno.EINVAL, Errno.EOPNOTSUPP);
    }

    @Behaviour(
            id = "WQ-02-CAPS",
            needs = Capability.WQ,
            refusedWithout = true,
            says = "max_wr = 0, and max_wr and max_sge above every limit, fail with EINVAL")
    public void refusesCaps(Fixture fixture) {
        for (WqInitAttr.Builder request : List.of(
                fixture.wqRequest().maxWr(0),
                fixture.wqRequest().maxWr(BEYOND_EVERY_LIMIT),
                fixture.wqRequest().maxSge(BEYOND_EVERY_LIMIT))) {
            assertRefused(() -> fixture.context().createWq(request.build())).withErrno(Errno.EINVAL);
        }
    }

    @Behaviour(
            id = "WQ-03",
            needs = Capability.WQ,
            refusedWithout = true,
            says = "a creation flag is granted if the device announces it; otherwise it fails")
    public void grantsAnnouncedFlags(Fixture fixture) {
        DeviceAttrEx caps = fixture.context().queryDeviceEx();
        long raw = caps.rawPacketCaps();

        flag(fixture, WqFlag.CVLAN_STRIPPING, (raw & RAW_CAP_CVLAN_STRIPPING) != 0);
        flag(fixture, WqFlag.SCATTER_FCS, (raw & RAW_CAP_SCATTER_FCS) != 0);
        flag(fixture, WqFlag.DELAY_DROP, (raw & RAW_CAP_DELAY_DROP) != 0);
        flag(
                fixture,
                WqFlag.PCI_WRITE_END_PADDING,
                caps.deviceCapFlagsEx().contains(DeviceCapFlag.PCI_WRITE_END_PADDING));
    }

    private static void flag(Fixture fixture, WqFlag flag, boolean announced) {
        try (WorkQueue wq =
                fixture.context().createWq(fixture.wqRequest().createFlags(flag).build())) {
            assertThat(announced).as("%s was granted to %s", flag, wq).isTrue();
        } catch (VerbsException e) {
            // Delay drop requires the capability CAP_SYS_RAWIO.
            boolean forbidden = flag == WqFlag.DELAY_DROP && e.errno().equals(Errno.EPERM);
            assertThat(announced && !forbidden)
                    .as("%s is announced but was refused: %s", flag, e)
                    .isFalse();
            assertThat(e.errno()).as("%s", flag).isIn(Errno.EOPNOTSUPP, Errno.EPERM);
        }
    }

    @Behaviour(
            id = "WQ-03-UNKNOWN",
            needs = Capability.WQ,
            refusedWithout = true,
            says =
                    "a reserved or unknown creation flag and an unknown mask bit fail; flags outside the mask have no effect")
    public void flagsCountInMaskOnly(Fixture fixture) {
        for (Flags<WqFlag> flags : List.of(Flags.of(WqFlag.RESERVED), Flags.ofMask(WqFlag.class, 1L << 30))) {
            assertRefused(() -> fixture.context()
                            .createWq(fixture.wqRequest().createFlags(flags).build()))
                    .withErrno(Errno.EOPNOTSUPP, Errno.EINVAL);
            fixture.context()
                    .createWq(fixture.wqRequest()
                            .createFlags(flags)
                            .compMask(Flags.none(WqInitAttr.Mask.class))
                            .build())
                    .close();
        }
        assertRefused(() -> fixture.context()
                        .createWq(fixture.wqRequest()
                                .compMask(Flags.ofMask(WqInitAttr.Mask.class, 1L << 30))
                                .build()))
                .withErrno(Errno.EOPNOTSUPP, Errno.EINVAL);
    }

    @Behaviour(
            id = "WQ-04",
            needs = Capability.WQ,
            refusedWithout = true,
            says = "a work queue moves from RESET to RDY, to ERR and back to RESET")
    public void walks(Fixture fixture) {
        WorkQueue wq = fixture.wq();

        for (WqState state : List.of(WqState.RDY, WqState.ERR, WqState.RESET, WqState.RDY, WqState.RESET)) {
            wq.modify(to(state).build());
            assertThat(wq.state()).isEqualTo(state);
        }
    }

    @Behaviour(
            id = "WQ-04-ILLEGAL",
            needs = Capability.WQ,
            refusedWithout = true,
            says = "the change from ERR to RDY fails, and so does an unknown state")
    public void refusesIllegalHops(Fixture fixture) {
        WorkQueue wq = fixture.wq();
        wq.modify(to(WqState.RDY).build());
        wq.modify(to(WqState.ERR).build());

        assertRefused(() -> wq.modify(to(WqState.RDY).build())).byDevice().withErrno(Errno.EINVAL);
        assertRefused(() -> wq.modify(WqAttr.builder().wqStateCode(9).build()))
                .byDevice()
                .withErrno(Errno.EINVAL);
        assertThat(wq.state()).isEqualTo(WqState.ERR);
    }

    @Behaviour(
            id = "WQ-04-CURRENT",
            needs = Capability.WQ,
            refusedWithout = true,
            says = "a wrong current state fails with EINVAL")
    public void refusesWrongCurrentState(Fixture fixture) {
        WorkQueue wq = fixture.wq();

        assertRefused(() -> wq.modify(to(WqState.RDY).currWqState(WqState.RDY).build()))
                .byDevice()
                .withErrno(Errno.EINVAL);
        assertThat(wq.state()).isEqualTo(WqState.RESET);
        wq.modify(to(WqState.RDY).currWqState(WqState.RESET).build());
        assertThat(wq.state()).isEqualTo(WqState.RDY);
    }

    private static WqAttr.Builder to(WqState state) {
        return WqAttr.builder().wqState(state);
    }

    @Behaviour(
            id = "WQ-06-WQ",
            needs = Capability.WQ,
            refusedWithout = true,
            says = "destroying a work queue in a table fails with EBUSY; the queue stays usable")
    public void wqInUse(Fixture fixture) {
        WorkQueue wq = fixture.wq();
        RwqIndTable table = fixture.context().createRwqIndTable(RwqIndTableAttr.of(List.of(wq)));

        assertRefused(wq::close).byDevice().withErrno(Errno.EBUSY);
        assertThat(wq.state()).isEqualTo(WqState.RESET);

        table.close();
        wq.close();
        assertThat(wq.isClosed()).isTrue();
    }

    @Behaviour(
            id = "WQ-06-TABLE",
            needs = Capability.RSS,
            refusedWithout = true,
            says = "destroying a table that a queue pair uses fails with EBUSY; the table stays usable")
    public void tableInUse(Fixture fixture) {
        RwqIndTable table = fixture.table(2);
        QueuePair qp = fixture.create(fixture.rssRequest(table));

        assertRefused(table::close).byDevice().withErrno(Errno.EBUSY);
        fixture.create(fixture.rssRequest(table)).close();

        qp.close();
        table.close();
        assertThat(table.isClosed()).isTrue();
    }

    @Behaviour(
            id = "WQ-07",
            needs = Capability.WQ,
            refusedWithout = true,
            says = "tables of 1, 2, 4 and 8 slots return their work queues, and each has a unique number")
    public void createsTables(Fixture fixture) {
        for (int size = 1; size <= 8; size *= 2) {
            RwqIndTable table = fixture.table(size);
            assertThat(table.workQueues()).hasSize(size).doesNotHaveDuplicates();
        }
        assertThat(fixture.table(1).indTblNum()).isNotEqualTo(fixture.table(1).indTblNum());
    }

    @Behaviour(
            id = "WQ-07-ABOVE",
            needs = Capability.RSS,
            refusedWithout = true,
            says = "a table larger than the device's limit fails with EINVAL")
    public void refusesLargeTables(Fixture fixture) {
        int limit = Math.toIntExact(fixture.context().queryDeviceEx().rssCaps().maxRwqIndirectionTableSize());
        WorkQueue wq = fixture.wq();
        RwqIndTableAttr above = RwqIndTableAttr.of(Collections.nCopies(2 * Integer.highestOneBit(limit), wq));

        assertRefused(() -> fixture.context().createRwqIndTable(above))
                .byDevice()
                .withErrno(Errno.EINVAL);
    }

    @Behaviour(
            id = "WQ-09",
            needs = Capability.WQ,
            refusedWithout = true,
            says = "closing the completion queue or the protection domain of a work queue fails with EBUSY")
    public void partsInUse(Fixture fixture) {
        CompletionQueue cq = fixture.cq();
        WorkQueue wq = fixture.wq();

        assertRefused(cq::close).byDevice().withErrno(Errno.EBUSY);
        assertRefused(fixture.pd()::close).byDevice().withErrno(Errno.EBUSY);

        wq.close();
        cq.close();
        fixture.pd().close();
    }
}
