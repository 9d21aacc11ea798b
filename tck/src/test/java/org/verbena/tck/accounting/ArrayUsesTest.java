// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.verbena.CompletionArray;

class ArrayUsesTest {
    private final ArrayUses uses = new ArrayUses();
    private final CompletionArray array = array();

    private static CompletionArray array() {
        return new StubContext().context().newCompletionArray(1);
    }

    @Test
    void pollsOneAfterTheOtherAreNotShared() {
        uses.begin(array);
        assertThat(uses.end(array)).isFalse();

        uses.begin(array);
        assertThat(uses.end(array)).isFalse();
    }

    @Test
    void pollsAtTheSameTimeAreBothShared() {
        uses.begin(array);
        uses.begin(array);

        assertThat(uses.end(array)).isTrue();
        assertThat(uses.end(array)).isTrue();
    }

    @Test
    void pollsIntoOtherArraysAreNotShared() {
        CompletionArray other = array();
        uses.begin(array);
        uses.begin(other);

        assertThat(uses.end(array)).isFalse();
        assertThat(uses.end(other)).isFalse();
    }
}
