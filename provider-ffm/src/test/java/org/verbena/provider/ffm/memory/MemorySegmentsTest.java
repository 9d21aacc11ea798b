// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.ffm.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.libibverbs.FakeLibibverbs;
import org.verbena.libibverbs.FakeProvider;

class MemorySegmentsTest {
    private static final Flags<AccessFlag> WRITE = Flags.of(AccessFlag.LOCAL_WRITE);

    private final FakeLibibverbs libibverbs = new FakeLibibverbs();
    private final ProtectionDomain pd =
            new FakeProvider(() -> libibverbs).device("fake_0").open().allocPd();
    private final List<Long> registered = new ArrayList<>();

    @BeforeEach
    void registerEverything() {
        libibverbs.export("ibv_reg_mr_iova2", arguments -> {
            registered.addAll(List.of(arguments[1], arguments[2], arguments[4]));
            return libibverbs.struct(64).address();
        });
    }

    @Test
    void aSegmentIsRegisteredWithoutACopy() {
        MemorySegment segment = Arena.ofAuto().allocate(100).asSlice(20, 40);

        MemoryRegion region = MemorySegments.regMr(pd, segment, WRITE);

        assertThat(region.length()).isEqualTo(40);
        assertThat(registered.subList(1, 3)).containsExactly(40L, WRITE.mask());
        region.view(8, 8).put((byte) 7);
        assertThat(segment.get(ValueLayout.JAVA_BYTE, 8)).isEqualTo((byte) 7);
    }

    @Test
    @SuppressWarnings("restricted")
    void thereIsNoLimitOf2GiB() {
        long address = 1L << 40;
        MemorySegment segment = MemorySegment.ofAddress(address).reinterpret(5L << 30);

        MemoryRegion region = MemorySegments.regMr(pd, segment, WRITE);

        assertThat(registered).containsExactly(address, 5L << 30, WRITE.mask());
        assertThat(region.address()).isEqualTo(address);
        assertThat(region.length()).isEqualTo(5L << 30);
        assertThat(region.view(4L << 30, 16).capacity()).isEqualTo(16);
    }

    @Test
    void theRegionKeepsTheMemory() {
        MemoryRegion region = MemorySegments.regMr(pd, filled(1 << 16), WRITE);

        for (int i = 0; i < 100; i++) {
            filled(1 << 16);
            System.gc();
        }

        ByteBuffer view = region.view(0, 1 << 16);
        view.put(0, (byte) 0);
        assertThat(view.get(1)).isEqualTo((byte) 1);
        assertThat(view.get((1 << 16) - 1)).isEqualTo((byte) 1);
    }

    private static MemorySegment filled(int bytes) {
        return Arena.ofAuto().allocate(bytes).fill((byte) 1);
    }

    @Test
    void aHeapSegmentIsRefused() {
        assertRefused(MemorySegment.ofArray(new byte[64]), "a heap segment");
    }

    @Test
    void aSegmentOfAClosedArenaIsRefused() {
        MemorySegment segment;
        try (Arena arena = Arena.ofConfined()) {
            segment = arena.allocate(64);
        }

        assertRefused(segment, "a closed arena");
    }

    @Test
    void aBufferOfAClosedArenaIsRefused() {
        ByteBuffer buffer;
        try (Arena arena = Arena.ofShared()) {
            buffer = arena.allocate(64).asByteBuffer();
        }

        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> pd.regMr(buffer, WRITE))
                .withMessageContaining("a buffer of a closed arena");
        assertThat(registered).isEmpty();
    }

    @Test
    void aBufferOfAnotherThreadsArenaCanBeRegistered() throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            ByteBuffer buffer = arena.allocate(64).asByteBuffer();

            MemoryRegion region =
                    CompletableFuture.supplyAsync(() -> pd.regMr(buffer, WRITE)).get();

            assertThat(region.length()).isEqualTo(64);
        }
    }

    @Test
    void aConfinedSegmentCanBeRegistered() {
        try (Arena arena = Arena.ofConfined();
                MemoryRegion region = MemorySegments.regMr(pd, arena.allocate(64), WRITE)) {
            assertThat(region.length()).isEqualTo(64);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"LOCAL_WRITE", "REMOTE_WRITE", "REMOTE_ATOMIC"})
    void writeAccessToAReadOnlySegmentIsRefused(AccessFlag flag) {
        MemorySegment segment = Arena.ofAuto().allocate(64).asReadOnly();

        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> MemorySegments.regMr(pd, segment, Flags.of(flag)))
                .withMessageContainingAll("read-only", flag.toString());
    }

    @Test
    void readAccessToAReadOnlySegmentIsAllowed() {
        MemorySegment segment = Arena.ofAuto().allocate(64).asReadOnly();

        MemoryRegion region = MemorySegments.regMr(pd, segment, Flags.of(AccessFlag.REMOTE_READ));

        assertThat(region.view(0, 8).isReadOnly()).isTrue();
    }

    private void assertRefused(MemorySegment segment, String named) {
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> MemorySegments.regMr(pd, segment, WRITE))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL))
                .withMessageContaining(named);
        assertThat(registered).isEmpty();
    }
}
