// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;

/** Checks the validation of the pointer that a create call returns. */
class CreationTest {
    private final FakeContext fake = new FakeContext();

    /** An invalid address is rejected, because C would write to it when the object is destroyed. */
    @ParameterizedTest
    @ValueSource(longs = {8, 65_528, 100_001})
    void anInvalidObjectAddressIsRefused(long pointer) {
        fake.libibverbs.export("ibv_alloc_pd", arguments -> pointer);

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(fake.context::allocPd)
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EPROTONOSUPPORT))
                .withMessageContaining("address of the created object = " + pointer);
        assertThat(fake.libibverbs.calls()).doesNotContain("ibv_dealloc_pd");
    }
}
