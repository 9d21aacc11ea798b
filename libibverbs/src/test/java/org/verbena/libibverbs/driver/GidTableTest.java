// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.verbena.DeviceContext;
import org.verbena.attr.GidEntry;
import org.verbena.libibverbs.FakeLibibverbs;
import org.verbena.libibverbs.FakeProvider;
import org.verbena.libibverbs.abi.AddressStructs.IbvGidEntry;
import org.verbena.libibverbs.abi.DeviceStructs.IbvDeviceAttr;
import org.verbena.libibverbs.abi.DeviceStructs.IbvPortAttr;

/** Checks the query of the GIDs of all ports. The attributes of the ports determine the size of the memory. */
class GidTableTest {
    private final FakeLibibverbs libibverbs = new FakeLibibverbs(1 << 22);
    private final DeviceContext context =
            new FakeProvider(() -> libibverbs).device("fake_0").open();
    private final List<Long> slots = new ArrayList<>();

    @Test
    void hasTheNumberOfEntriesThatCReturns() {
        ports(1, 8);
        table(2);

        assertThat(context.queryGidTable()).extracting(GidEntry::gidIndex).containsExactly(0L, 1L);
        assertThat(slots).containsExactly(8L);
    }

    @ParameterizedTest
    @CsvSource({"1, 2147483647, 65536", "2, 1073741825, 65536", "255, 65535, 65536", "2, -2147483648, 0", "0, 7, 0"})
    void theTableLengthIsLimited(int ports, int length, int expected) {
        ports(ports, length);
        table(0);

        assertThat(context.queryGidTable()).isEmpty();
        assertThat(slots).isEqualTo(expected == 0 ? List.of() : List.of((long) expected));
    }

    /** Entries beyond the array are not read, because that memory belongs to another object. */
    @ParameterizedTest
    @CsvSource({"9", "2147483648", "9223372036854775807"})
    void entriesBeyondTheArrayAreNotRead(long answer) {
        ports(1, 8);
        table(answer);

        assertThat(context.queryGidTable()).hasSize(8);
    }

    private void ports(int count, int length) {
        libibverbs.export("ibv_query_device", arguments -> {
            libibverbs.at(arguments[1]).put(IbvDeviceAttr.PHYS_PORT_CNT, count);
            return 0;
        });
        libibverbs.export("ibv_query_port", arguments -> {
            libibverbs.at(arguments[2]).put(IbvPortAttr.GID_TBL_LEN, length);
            return 0;
        });
    }

    private void table(long answer) {
        libibverbs.export("_ibv_query_gid_table", arguments -> {
            slots.add(arguments[2]);
            for (int i = 0; i < Math.min(answer, arguments[2]); i++) {
                libibverbs.at(arguments[1] + (long) i * IbvGidEntry.SIZE).put(IbvGidEntry.GID_INDEX, i);
            }
            return answer;
        });
    }
}
