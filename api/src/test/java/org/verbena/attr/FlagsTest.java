// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FlagsTest {
    @Test
    void keepsBit31WithoutSign() {
        Flags<RxHashField> flags = Flags.of(RxHashField.INNER);

        assertThat(flags.mask()).isEqualTo(0x8000_0000L).isPositive();
        assertThat(flags.contains(RxHashField.INNER)).isTrue();
        assertThat(flags).hasToString("INNER");
    }

    @Test
    void keepsBitsWithoutAConstant() {
        Flags<SendOp> flags = Flags.ofMask(SendOp.class, 1L << 63 | SendOp.TSO.mask());

        assertThat(flags.known()).containsExactly(SendOp.TSO);
        assertThat(flags.unknownBits()).isEqualTo(Long.MIN_VALUE);
        assertThat(flags).hasToString("TSO|0x8000000000000000");
    }

    @Test
    void changesMakeCopies() {
        Flags<AccessFlag> local = Flags.of(AccessFlag.LOCAL_WRITE);

        assertThat(local.with(AccessFlag.REMOTE_READ))
                .isEqualTo(Flags.of(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_READ));
        assertThat(local.without(AccessFlag.LOCAL_WRITE)).isEqualTo(Flags.none(AccessFlag.class));
        assertThat(local).isEqualTo(Flags.of(AccessFlag.LOCAL_WRITE));
    }

    @Test
    void emptySetPrintsAsZero() {
        assertThat(Flags.none(WqFlag.class)).hasToString("0");
        assertThat(Flags.none(WqFlag.class).isEmpty()).isTrue();
    }
}
