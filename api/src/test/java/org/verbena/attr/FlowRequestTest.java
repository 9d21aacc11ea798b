// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.verbena.error.InvalidRequestException;

class FlowRequestTest {
    private static final byte[] NONE = {};

    /** Returns invalid lengths. Some are off by one, and others equal a valid length in their lower 16 bits. */
    static Stream<Arguments> wrongLengths() {
        return Stream.of(FlowSpecType.values())
                .flatMap(type -> IntStream.of(
                                0, type.valueLength() - 1, type.valueLength() + 1, 65_536 + type.valueLength(), 65_538)
                        .filter(length -> length >= 0 && length != type.valueLength())
                        .mapToObj(length -> Arguments.of(type, length)));
    }

    @ParameterizedTest
    @MethodSource("wrongLengths")
    void aValueOfAnotherLengthIsRefused(FlowSpecType type, int length) {
        byte[] mask = new byte[type.maskLength() == 0 ? 0 : length];

        assertRefused(
                () -> FlowSpec.of(type, new byte[length], mask),
                "val = " + length + " bytes, limit " + type.valueLength() + " bytes");
    }

    @ParameterizedTest
    @EnumSource
    void aMaskOfAnotherLengthIsRefused(FlowSpecType type) {
        byte[] value = new byte[type.valueLength()];
        int wrong = type.maskLength() == 0 ? 4 : 0;

        assertRefused(
                () -> FlowSpec.of(type, value, new byte[wrong]),
                "mask = " + wrong + " bytes, limit " + type.maskLength() + " bytes");
        assertRefused(
                () -> FlowSpec.of(type, value, new byte[type.maskLength() + 1]),
                "limit " + type.maskLength() + " bytes");
    }

    @ParameterizedTest
    @EnumSource
    void laterChangesOfTheArraysDoNotReachTheSpecification(FlowSpecType type) {
        byte[] value = new byte[type.valueLength()];
        byte[] mask = new byte[type.maskLength()];
        FlowSpec spec = FlowSpec.of(type, value, mask);

        Arrays.fill(value, (byte) 1);
        Arrays.fill(mask, (byte) 1);
        Arrays.fill(spec.value(), (byte) 1);

        assertThat(spec.value()).isEqualTo(new byte[type.valueLength()]);
        assertThat(spec.mask()).isEqualTo(new byte[type.maskLength()]);
    }

    @Test
    void nullsAreRefused() {
        assertRefused(() -> FlowSpec.of(null, NONE, NONE), "type = null");
        assertRefused(() -> FlowSpec.of(FlowSpecType.ETH, null, NONE), "val = null");
        assertRefused(() -> FlowSpec.of(FlowSpecType.ETH, NONE, null), "mask = null");
    }

    /** A count of 256 would be stored as 0, and a rule without specifications matches every packet. */
    @Test
    void aRuleHasAtMost255Specifications() {
        FlowAttr.Builder builder = FlowAttr.builder();
        for (int i = 0; i < 255; i++) {
            builder.spec(FlowSpec.of(FlowSpecType.IPV6, new byte[40], new byte[40]));
        }
        assertThat(builder.build().specs()).hasSize(255);

        builder.spec(FlowSpec.of(FlowSpecType.ACTION_DROP, NONE, NONE));

        assertRefused(builder::build, "num_of_specs = 256, limit 0..255");
    }

    private static void assertRefused(ThrowingCallable call, String violation) {
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(call)
                .withMessageContaining("ibv_create_flow")
                .withMessageContaining(violation);
    }
}
