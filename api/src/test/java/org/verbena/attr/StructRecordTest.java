// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the rules that all records of C structs share. */
class StructRecordTest {
    private static final Gid GID = Gid.of(new byte[16]);

    private static GidEntry entry(long type) {
        return new GidEntry(GID, 3, 1, type, 7);
    }

    @Test
    void fieldsAreAllComponentsInCOrder() {
        Map<String, Object> fields = new QpCap(1, 0, 2, 0, 3).fields();

        assertThat(fields.keySet())
                .containsExactly("max_send_wr", "max_recv_wr", "max_send_sge", "max_recv_sge", "max_inline_data");
        assertThat(fields.values()).containsExactly(1L, 0L, 2L, 0L, 3L);
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(fields::clear);
    }

    @Test
    void aCodeAppearsAsItsConstant() {
        assertThat(entry(GidType.ROCE_V2.value()).fields())
                .containsKeys("gid", "gid_index", "port_num", "gid_type", "ndev_ifindex")
                .containsEntry("gid_type", GidType.ROCE_V2);
    }

    @Test
    void aCodeWithoutAConstantAppearsAsNumber() {
        assertThat(entry(99).fields()).containsEntry("gid_type", 99L);
        assertThat(entry(1L << 32).fields()).containsEntry("gid_type", 1L << 32);
    }

    @Test
    void aRecordPrintsInBraces() {
        assertThat(AttrStruct.text(new DeviceAttrEx.TsoCaps(4, 8))).isEqualTo("{max_tso=4, supported_qpts=8}");
    }
}
