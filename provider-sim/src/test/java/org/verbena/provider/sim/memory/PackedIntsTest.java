// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

class PackedIntsTest {
    @Test
    void packsTwoIntsInMemoryOrder() {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
        bytes.putInt(0, -2).putInt(Integer.BYTES, 0x8000_0003);

        long packed = bytes.getLong(0);

        assertThat(PackedInts.first(packed)).isEqualTo(-2);
        assertThat(PackedInts.second(packed)).isEqualTo(0x8000_0003);
        assertThat(PackedInts.of(-2, 0x8000_0003)).isEqualTo(packed);
    }
}
