// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.behaviours;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.tck.fixture.RefusalAssert.assertRefused;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.verbena.DeviceContext;
import org.verbena.attr.DeviceAttr;
import org.verbena.attr.GidEntry;
import org.verbena.attr.Mtu;
import org.verbena.attr.PortAttr;
import org.verbena.attr.PortState;
import org.verbena.error.Errno;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.fixture.Threads;

/**
 * Opening and querying devices: {@code ibv_open_device(3)}, {@code ibv_query_device(3)}, {@code ibv_query_port(3)} ...
 */
public final class DeviceQueries {
    private static final int NO_INDEX = 100_000;

    @Behaviour(
            id = "DV-01-OPEN",
            says = "a device can be opened many times; each context knows its device and is closed separately")
    public void opensManyTimes(Fixture fixture) {
        List<DeviceContext> contexts =
                IntStream.range(0, 16).mapToObj(i -> fixture.device().open()).toList();

        assertThat(contexts).doesNotHaveDuplicates();
        for (DeviceContext context : contexts) {
            assertThat(context.device().name()).isEqualTo(fixture.device().name());
            context.close();
            assertThat(context.isClosed()).isTrue();
        }
        assertThat(fixture.limits().maxQp()).isPositive();
    }

    @Behaviour(id = "DV-01-THREADS", says = "many threads can open a device concurrently")
    public void opensOnManyThreads(Fixture fixture) throws Exception {
        Callable<Integer> openAndAsk = () -> {
            try (DeviceContext context = fixture.device().open()) {
                return context.queryDevice().maxQp();
            }
        };

        assertThat(Threads.together(8, openAndAsk))
                .containsOnly(fixture.limits().maxQp());
    }

    @Behaviour(id = "DV-01-DEVICE", says = "a device reports limits of at least 1 for its objects")
    public void queriesDevice(Fixture fixture) {
        DeviceAttr attr = fixture.limits();

        assertThat(attr.maxQp()).isPositive();
        assertThat(attr.maxQpWr()).isPositive();
        assertThat(attr.maxSge()).isPositive();
        assertThat(attr.maxCq()).isPositive();
        assertThat(attr.maxCqe()).isPositive();
        assertThat(attr.maxMr()).isPositive();
        assertThat(attr.maxPd()).isPositive();
        assertThat(attr.physPortCnt()).isPositive();
        assertThat(attr.nodeGuid()).isEqualTo(fixture.device().guid());
    }

    @Behaviour(id = "DV-01-DEVICE-EX", says = "the extended query returns the same plain attributes")
    public void queriesDeviceEx(Fixture fixture) {
        assertThat(fixture.context().queryDeviceEx().origAttr()).isEqualTo(fixture.limits());
        assertThat(fixture.context().queryDeviceEx().physPortCntEx())
                .isEqualTo(fixture.limits().physPortCnt());
    }

    @Behaviour(id = "DV-01-PORT", says = "the first port is active and reports its MTU, link layer and table sizes")
    public void queriesPort(Fixture fixture) {
        PortAttr port = fixture.port();

        assertThat(port.state()).isEqualTo(PortState.ACTIVE);
        assertThat(port.activeMtu()).isNotEqualTo(Mtu.UNKNOWN).isLessThanOrEqualTo(port.maxMtu());
        assertThat(port.gidTblLen()).isPositive();
        assertThat(port.pkeyTblLen()).isPositive();
    }

    @Behaviour(
            id = "DV-01-PORT-BAD",
            says = "a port that does not exist fails; a port above 8 bits is rejected before the call")
    public void refusesPorts(Fixture fixture) {
        for (int none : new int[] {0, fixture.limits().physPortCnt() + 1, 255}) {
            assertRefused(() -> fixture.context().queryPort(none)).byDevice().withErrno(Errno.EINVAL);
        }
        for (int impossible : new int[] {-1, 256}) {
            assertRefused(() -> fixture.context().queryPort(impossible))
                    .byVerbena()
                    .naming("port_num", Integer.toString(impossible), "255");
        }
    }

    @Behaviour(id = "DV-01-PKEY", says = "the P_Key table starts with a valid key; an index beyond the table fails")
    public void queriesPkeys(Fixture fixture) {
        assertThat(fixture.context().queryPkey(Fixture.PORT, 0)).isBetween(1, 0xFFFF);
        assertRefused(() -> fixture.context().queryPkey(Fixture.PORT, NO_INDEX)).byDevice();
        assertRefused(() -> fixture.context().queryPkey(Fixture.PORT, -1)).byVerbena();
    }

    @Behaviour(id = "DV-01-GID", says = "the GID table has an entry, plain and typed; an index beyond the table fails")
    public void queriesGids(Fixture fixture) {
        int index = fixture.gidIndex();
        GidEntry entry = fixture.context().queryGidEntry(Fixture.PORT, index);

        assertThat(entry.gid()).isEqualTo(fixture.context().queryGid(Fixture.PORT, index));
        assertThat(entry.gidIndex()).isEqualTo(index);
        assertThat(entry.portNum()).isEqualTo(Fixture.PORT);
        assertRefused(() -> fixture.context().queryGid(Fixture.PORT, NO_INDEX)).byDevice();
        assertRefused(() -> fixture.context().queryGidEntry(Fixture.PORT, NO_INDEX))
                .byDevice();
        assertRefused(() -> fixture.context().queryGid(Fixture.PORT, -1)).byVerbena();
    }

    @Behaviour(id = "DV-01-GID-TABLE", says = "the query of all GIDs returns the same entries as the single queries")
    public void queriesGidTable(Fixture fixture) {
        List<GidEntry> table = fixture.context().queryGidTable();

        assertThat(table).isNotEmpty().allMatch(entry -> !entry.gid().isZero());
        for (GidEntry entry : table) {
            assertThat(fixture.context().queryGidEntry((int) entry.portNum(), (int) entry.gidIndex()))
                    .isEqualTo(entry);
        }
    }
}
