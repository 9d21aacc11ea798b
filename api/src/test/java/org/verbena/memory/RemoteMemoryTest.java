// SPDX-License-Identifier: Apache-2.0
package org.verbena.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class RemoteMemoryTest {
    private static final RemoteMemory MEMORY = new RemoteMemory(0xFFFF_8000_0000_1000L, 4096, 0xCAFE_BABEL);

    @Test
    void theWireFormIsBigEndian() {
        assertThat(HexFormat.of().formatHex(MEMORY.toBytes().array()))
                .isEqualTo("ffff800000001000" + "0000000000001000" + "cafebabe");
    }

    @Test
    void isReadFromTheWireForm() {
        ByteBuffer buffer = ByteBuffer.allocate(RemoteMemory.SIZE + 2)
                .order(ByteOrder.LITTLE_ENDIAN)
                .position(1);
        MEMORY.writeTo(buffer);
        assertThat(buffer.position()).isEqualTo(RemoteMemory.SIZE + 1);

        assertThat(RemoteMemory.readFrom(buffer.position(1))).isEqualTo(MEMORY);

        assertThat(buffer.position()).isEqualTo(RemoteMemory.SIZE + 1);
        assertThat(buffer.order()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
    }

    @Test
    void shortBuffersAreNotChanged() {
        ByteBuffer buffer = ByteBuffer.allocate(RemoteMemory.SIZE - 1);

        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> MEMORY.writeTo(buffer))
                .withMessageContaining("remaining = 19, limit 20");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> RemoteMemory.readFrom(buffer))
                .withMessageContaining("remaining = 19, limit 20");

        assertThat(buffer).isEqualTo(ByteBuffer.allocate(RemoteMemory.SIZE - 1));
    }

    @Test
    void readOnlyBuffersAreRefused() {
        ByteBuffer buffer = ByteBuffer.allocate(RemoteMemory.SIZE).asReadOnlyBuffer();

        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> MEMORY.writeTo(buffer))
                .withMessageContaining("target is read-only");
    }

    @Test
    void lengthsAndKeysOutOfRangeAreRefused() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new RemoteMemory(0, -1, 0))
                .withMessageContaining("length = -1, limit 0");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new RemoteMemory(0, 0, 1L << 32))
                .withMessageContaining("rkey = 4294967296, limit 0..4294967295");
        ByteBuffer hostile = ByteBuffer.allocate(RemoteMemory.SIZE).putLong(8, Long.MIN_VALUE);
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> RemoteMemory.readFrom(hostile));
    }

    @Test
    void aPartMustLieInTheMemory() {
        assertThat(MEMORY.part(4000, 96)).isEqualTo(new RemoteMemory(0xFFFF_8000_0000_1FA0L, 96, 0xCAFE_BABEL));
        assertThat(MEMORY.part(4096, 0).length()).isZero();
        for (long[] outside : new long[][] {{4000, 97}, {-1, 1}, {0, -1}, {4097, 0}, {1, Long.MAX_VALUE}}) {
            assertThatExceptionOfType(IndexOutOfBoundsException.class)
                    .isThrownBy(() -> MEMORY.part(outside[0], outside[1]))
                    .withMessageContaining("limit 4096");
        }
    }
}
