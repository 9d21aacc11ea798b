// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.verbena.libibverbs.driver.FakeContext.driver;
import static org.verbena.libibverbs.driver.FakeContext.pointer;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.ProtectionDomain;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.MwType;
import org.verbena.attr.ReregMrFlag;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.libibverbs.abi.ContextStructs.IbvContextOps;
import org.verbena.libibverbs.abi.MemoryStructs.IbvMr;
import org.verbena.libibverbs.abi.MemoryStructs.IbvMw;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.spi.BufferPart;
import org.verbena.spi.DriverMr;
import org.verbena.spi.DriverMw;
import org.verbena.spi.DriverPd;

/** Checks registrations, their changes and memory windows. */
class MemoryTest {
    private static final Flags<AccessFlag> NONE = Flags.none(AccessFlag.class);
    private static final DriverMr.Rereg MOVED = new DriverMr.Rereg(
            Flags.of(ReregMrFlag.CHANGE_TRANSLATION), Optional.empty(), Optional.empty(), 0x2000, 32, Optional.empty());

    private final FakeContext fake = new FakeContext();
    private final ProtectionDomain pd = fake.context.allocPd();
    private final DriverPd domain = driver(pd, DriverPd.class);
    private final Struct mr = fake.libibverbs.struct(48).put(IbvMr.LKEY, 5).put(IbvMr.RKEY, 6);

    MemoryTest() {
        fake.libibverbs.export("ibv_reg_mr_iova2", arguments -> {
            for (long argument : arguments) {
                fake.seen.add(argument);
            }
            return mr.address();
        });
    }

    // ---------------------------------------------------------------- registration

    @Test
    void theIovaIsTheAddressByDefault() {
        Flags<AccessFlag> access = Flags.of(AccessFlag.LOCAL_WRITE, AccessFlag.RELAXED_ORDERING);

        DriverMr region = domain.regMr(fake.memory, access);

        long address = fake.memory.address();
        assertThat(fake.seen).startsWith(pointer(pd), address, 4096L, address, access.mask());
        assertThat(region.reference()).isEqualTo(mr.address());
        assertThat(region.lkey()).isEqualTo(5);
        assertThat(region.rkey()).isEqualTo(6);
    }

    @Test
    void aZeroBasedRegionBeginsAtZero() {
        domain.regMr(0x7000, 100, Flags.of(AccessFlag.ZERO_BASED));

        assertThat(fake.seen).startsWith(pointer(pd), 0x7000L, 100L, 0L, AccessFlag.ZERO_BASED.mask());
    }

    @Test
    void aRegionMayHaveAnotherIova() {
        DriverMr region =
                domain.regMrIova(BufferPart.of(ByteBuffer.allocateDirect(64).position(8)), 0x4008, NONE);

        assertThat(fake.seen).startsWith(pointer(pd), 0x7000L, 56L, 0x4008L, 0L);
        assertThat(region.address()).isEqualTo(0x7000);
        assertThat(region.length()).isEqualTo(56);
    }

    // ---------------------------------------------------------------- reregistration

    @Test
    void aSuccessfulReregistrationChangesTheMemory() {
        rereg(0, 0);
        DriverMr region = domain.regMr(0x1000, 16, NONE);

        region.rereg(MOVED);

        assertThat(fake.seen.subList(6, 12)).containsExactly(mr.address(), 1L, 0L, 0x2000L, 32L, 0L);
        assertThat(region.address()).isEqualTo(0x2000);
        assertThat(region.length()).isEqualTo(32);
    }

    @Test
    void domainAndAccessChangeWithoutTheMemory() {
        rereg(0, 0);
        ProtectionDomain other = fake.context.allocPd();
        DriverMr region = domain.regMr(0x1000, 16, NONE);

        region.rereg(new DriverMr.Rereg(
                Flags.of(ReregMrFlag.CHANGE_PD, ReregMrFlag.CHANGE_ACCESS),
                Optional.of(driver(other, DriverPd.class)),
                Optional.empty(),
                0,
                0,
                Optional.of(Flags.of(AccessFlag.LOCAL_WRITE))));

        assertThat(fake.seen.subList(6, 12)).containsExactly(mr.address(), 6L, pointer(other), 0L, 0L, 1L);
        assertThat(region.address()).isEqualTo(0x1000);
    }

    /** The new registration is valid after IBV_REREG_MR_ERR_DO_FORK_OLD. */
    @Test
    void theRegionIsChangedAfterErrDoForkOld() {
        rereg(-3, Errno.ENOMEM.number());
        DriverMr region = domain.regMr(0x1000, 16, NONE);

        region.rereg(MOVED);

        assertThat(region.address()).isEqualTo(0x2000);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, -2, -4, -5})
    void aFailedReregistrationKeepsTheMemory(int answer) {
        rereg(answer, Errno.EOPNOTSUPP.number());
        DriverMr region = domain.regMr(0x1000, 16, NONE);

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(() -> region.rereg(MOVED))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EOPNOTSUPP))
                .withMessageContaining("ibv_rereg_mr");
        assertThat(region.address()).isEqualTo(0x1000);
    }

    // ---------------------------------------------------------------- windows

    @Test
    void memoryWindowsAreUnsupportedWithoutAllocMw() {
        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(() -> domain.allocMw(MwType.TYPE_1))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EOPNOTSUPP));
    }

    @Test
    void aWindowIsAllocatedAndFreedThroughTheContext() {
        Struct window = fake.libibverbs.struct(32).put(IbvMw.RKEY, 9);
        fake.libibverbs
                .memory()
                .putLong(window.address(), fake.libibverbs.context().address());
        fake.operation(IbvContextOps.ALLOC_MW, 2, window.address());
        fake.operation(IbvContextOps.DEALLOC_MW, 1, 0);

        DriverMw allocated = domain.allocMw(MwType.TYPE_2);
        allocated.destroy();

        assertThat(allocated.rkey()).isEqualTo(9);
        assertThat(fake.seen).containsExactly(pointer(pd), 2L, window.address());
    }

    private void rereg(int answer, int errno) {
        fake.libibverbs.export("ibv_rereg_mr", arguments -> {
            for (long argument : arguments) {
                fake.seen.add(argument);
            }
            fake.libibverbs.fail(errno);
            return answer;
        });
    }
}
