// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.jna;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

    /** The messages are those of glibc and of JNA 5.19. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/t/jna1.tmp: /t/jna1.tmp: failed to map segment from shared object | /t is mounted with the option noexec",
                "/t/jna1.tmp: /t/jna1.tmp: wrong ELF class: ELFCLASS32 | no library for the architecture",
                "Failed to create temporary file for /x.so library: No space left on device | is full",
                "Failed to create temporary file for /x.so library: Read-only file system | is read-only",
                "Failed to create temporary file for /x.so library: Permission denied | cannot write",
                "JNA temporary directory '/t' is not writable | cannot write",
                "Native library (com/sun/jna/linux-mips/libjnidispatch.so) not found in resource path () | no library for",
                "There is an incompatible JNA native library installed on this system | -Djna.nosys=true",
                "something else | java.lang.UnsatisfiedLinkError: something else"
            })
    void aFailureOfJnaHasARemedy(String message, String expected) {
        assertThat(JnaLoading.describe(new UnsatisfiedLinkError(message))).contains(expected);
    }
}
