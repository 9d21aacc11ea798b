// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.ffm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.verbena.ProviderLookup;

class FfmProviderTest {
    @Test
    void isFoundByName() {
        assertThat(ProviderLookup.create().candidates())
                .filteredOn(candidate -> candidate.name().equals("ffm"))
                .flatExtracting(candidate -> candidate.provider().stream().toList())
                .hasOnlyElementsOfType(FfmProvider.class)
                .hasSize(1);
    }

    @Test
    void isNative() {
        assertThat(new FfmProvider().isNative()).isTrue();
    }

    @Test
    void theReasonOfAvailabilityNamesTheLibrary() {
        assertThat(new FfmProvider().availability().reason()).contains("libibverbs.so.1");
    }
}
