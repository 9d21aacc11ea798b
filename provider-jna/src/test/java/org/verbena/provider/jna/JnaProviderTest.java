// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.jna;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.verbena.ProviderLookup;

class JnaProviderTest {
    @Test
    void isFoundByName() {
        assertThat(ProviderLookup.create().candidates())
                .filteredOn(candidate -> candidate.name().equals("jna"))
                .flatExtracting(candidate -> candidate.provider().stream().toList())
                .hasOnlyElementsOfType(JnaProvider.class)
                .hasSize(1);
    }

    @Test
    void isNative() {
        assertThat(new JnaProvider().isNative()).isTrue();
    }

    @Test
    void theReasonOfAvailabilityNamesTheLibrary() {
        assertThat(new JnaProvider().availability().reason()).contains("libibverbs.so.1");
    }
}
