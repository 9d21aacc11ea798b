// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.datapath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.verbena.attr.AccessFlag.HUGETLB;
import static org.verbena.attr.AccessFlag.LOCAL_WRITE;
import static org.verbena.attr.AccessFlag.RELAXED_ORDERING;
import static org.verbena.attr.AccessFlag.REMOTE_READ;
import static org.verbena.attr.AccessFlag.REMOTE_WRITE;
import static org.verbena.attr.AccessFlag.ZERO_BASED;
import static org.verbena.tck.traffic.WorkRequest.read;
import static org.verbena.tck.traffic.WorkRequest.send;
import static org.verbena.tck.traffic.WorkRequest.write;

import java.nio.ByteBuffer;
import java.util.List;
import org.verbena.MemoryRegion;
import org.verbena.MrReregAttr;
import org.verbena.ProtectionDomain;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.QpType;
import org.verbena.attr.WcStatus;
import org.verbena.error.Errno;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.engine.DataPathBehaviours;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.fixture.RefusalAssert;
import org.verbena.tck.traffic.Memory;
import org.verbena.tck.traffic.QpPair;

/**
 * Memory regions with an explicit address, and changes of memory regions: {@code ibv_reg_mr_iova(3)},
 * {@code ibv_rereg_mr(3)}.
 */
public final class RegionChanges implements DataPathBehaviours {
    private static final Flags<AccessFlag> REMOTE = Flags.of(LOCAL_WRITE, REMOTE_WRITE, REMOTE_READ);
    private static final int LENGTH = 8192;

    @Override
    public List<Capability> needs() {
        return List.of(Capability.CONNECT, Capability.RC);
    }

    private static byte[] write100(QpPair pair, long addr, long rkey) {
        byte[] bytes = pair.requester().memory().fill(0, 100, addr);
        pair.post(write(addr, rkey).id(1).data(pair.requester().memory(), 0, 100));
        pair.requester().sends().success(1);
        return bytes;
    }

    private static byte[] bytes(ByteBuffer buffer, int offset) {
        byte[] bytes = new byte[100];
        buffer.duplicate().position(offset).get(bytes);
        return bytes;
    }

    // ---------------------------------------------------------------- addresses

    @Behaviour(id = "MR-08", says = "a view of allocated memory shows the data of the device, and outlives the region")
    public void viewsMemory(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC);
        MemoryRegion region = fixture.pd().allocMr(LENGTH, REMOTE);
        ByteBuffer view = region.view(1000, 100);
        assertThat(bytes(view, 0)).as("fresh memory").containsOnly(0);

        byte[] written = write100(pair, region.address() + 1000, region.rkey());
        region.close();

        assertThat(bytes(view, 0)).isEqualTo(written);
        assertThat(view.put(0, (byte) 1).get(0)).isEqualTo((byte) 1);
    }

    @Behaviour(id = "MR-08-BOUNDS", says = "a view beyond the region is rejected")
    public void boundsViews(Fixture fixture) {
        MemoryRegion region = fixture.pd().allocMr(100, REMOTE);

        assertThat(region.view(0, 100).capacity()).isEqualTo(100);
        assertThat(region.view(100, 0).capacity()).isZero();
        assertThatThrownBy(() -> region.view(1, 100)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> region.view(-1, 1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> region.view(Long.MAX_VALUE, 1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Behaviour(id = "MR-08-IOVA", says = "a region is accessible at its chosen addresses")
    public void choosesAddresses(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC);
        ByteBuffer buffer = ByteBuffer.allocateDirect(LENGTH);
        long offsetInPage = fixture.pd().regMr(buffer, REMOTE).address() & 4095;
        long iova = 0x7000_0000_0000L + offsetInPage;
        MemoryRegion region = fixture.pd().regMrIova(buffer, iova, REMOTE);
        assertThat(region.iova()).isEqualTo(iova);

        byte[] written = write100(pair, iova + 50, region.rkey());

        assertThat(bytes(buffer, 50)).isEqualTo(written);
    }

    @Behaviour(
            id = "MR-08-IOVA-OFFSET",
            says = "an iova with another offset within a page than the memory fails with EINVAL")
    public void keepsOffsetInPage(Fixture fixture) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(LENGTH);
        long offsetInPage = fixture.pd().regMr(buffer, REMOTE).address() & 4095;
        long iova = 0x7000_0000_0000L + (offsetInPage ^ 64);

        RefusalAssert.assertRefused(() -> fixture.pd().regMrIova(buffer, iova, REMOTE))
                .withErrno(Errno.EINVAL);
    }

    @Behaviour(id = "MR-08-ZERO", needs = Capability.ZERO_BASED, says = "peers address a zero-based region from 0")
    public void addressesFromZero(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC);
        MemoryRegion region = fixture.pd().allocMr(LENGTH, REMOTE.with(ZERO_BASED));

        byte[] written = write100(pair, 200, region.rkey());

        assertThat(bytes(region.view(200, 100), 0)).isEqualTo(written);
    }

    @Behaviour(id = "MR-04-HUGETLB", needs = Capability.HUGETLB, says = "a peer writes to a region with HUGETLB")
    public void takesHugePages(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC);
        MemoryRegion region = fixture.pd().allocMr(LENGTH, REMOTE.with(HUGETLB));

        byte[] written = write100(pair, region.iova() + 200, region.rkey());

        assertThat(bytes(region.view(200, 100), 0)).isEqualTo(written);
    }

    @Behaviour(
            id = "MR-04-RELAXED",
            says = "a region with RELAXED_ORDERING has all written data when the next message arrives")
    public void ordersCompletions(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC);
        MemoryRegion region = fixture.pd().allocMr(LENGTH, REMOTE.with(RELAXED_ORDERING));
        byte[] written = pair.requester().memory().fill(0, LENGTH, 1);
        pair.responder().postEmptyRecvs(1);

        pair.post(
                write(region.iova(), region.rkey()).id(1).data(pair.requester().memory(), 0, LENGTH), send().id(2));

        pair.responder().receives().success(0);
        byte[] bytes = new byte[LENGTH];
        region.view(0, LENGTH).get(bytes);
        assertThat(bytes).isEqualTo(written);
    }

    // ---------------------------------------------------------------- changes

    @Behaviour(
            id = "MR-03",
            needs = Capability.REREG_MR,
            says = "a region without a right fails the operations that need it; adding the right allows them")
    public void changesAccess(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC);
        MemoryRegion region = fixture.pd().allocMr(LENGTH, Flags.of(LOCAL_WRITE));

        region.rereg(MrReregAttr.builder().access(REMOTE).build());
        assertThat(region.access()).isEqualTo(REMOTE);
        byte[] written = write100(pair, region.iova(), region.rkey());
        assertThat(bytes(region.view(0, 100), 0)).isEqualTo(written);

        region.rereg(MrReregAttr.builder().access(Flags.of(LOCAL_WRITE)).build());
        assertRefused(pair, region);
    }

    @Behaviour(
            id = "MR-03-PD",
            needs = Capability.REREG_MR,
            says = "a region that moves to another protection domain serves only the queue pairs of that domain")
    public void changesDomain(Fixture fixture) {
        ProtectionDomain other = fixture.context().allocPd();
        QpPair here = QpPair.of(fixture, QpType.RC);
        QpPair there = QpPair.of(fixture, QpType.RC, request -> request, request -> request.pd(other));
        MemoryRegion region = fixture.pd().allocMr(LENGTH, REMOTE);

        region.rereg(MrReregAttr.builder().pd(other).build());

        assertThat(region.pd()).isSameAs(other);
        byte[] written = write100(there, region.iova(), region.rkey());
        assertThat(bytes(region.view(0, 100), 0)).isEqualTo(written);
        assertRefused(here, region);
    }

    private static void assertRefused(QpPair pair, MemoryRegion region) {
        pair.post(read(region.iova(), region.rkey()).id(2).data(pair.requester().memory(), 0, 8));
        pair.requester().sends().withStatus(2, WcStatus.REM_ACCESS_ERR);
    }

    @Behaviour(
            id = "MR-03-TRANSLATION",
            needs = Capability.REREG_TRANSLATION,
            says = "a region with a changed translation accesses its new memory")
    public void changesMemory(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC);
        ByteBuffer other = ByteBuffer.allocateDirect(LENGTH);
        MemoryRegion region = fixture.pd().regMr(ByteBuffer.allocateDirect(LENGTH), REMOTE);

        region.rereg(MrReregAttr.builder().memory(other).build());

        byte[] written = write100(pair, region.iova() + 10, region.rkey());
        assertThat(bytes(other, 10)).isEqualTo(written);
    }

    @Behaviour(id = "MR-03-NOTHING", says = "an empty change is rejected before the call")
    public void refusesNoChange(Fixture fixture) {
        Memory memory = Memory.of(fixture.pd(), REMOTE);

        RefusalAssert.assertRefused(
                        () -> memory.region().rereg(MrReregAttr.builder().build()))
                .byVerbena();
    }
}
