// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.verbena.DeviceContext;
import org.verbena.Verbs;

class GidWordTest {
    @ParameterizedTest
    @EnumSource
    void namesAGid(GidWord word) {
        try (DeviceContext context = Verbs.provider("sim").devices().get(0).open()) {
            assertThat(GidWord.describe(context, word.on(context))).isEqualTo(word.name());
        }
    }
}
