// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.verbena.error.InvalidRequestException;

class GidTest {
    @Test
    void printsAsItParses() {
        String text = "fe80:0000:0000:0000:5054:00ff:fe12:3456";

        assertThat(Gid.parse(text)).hasToString(text);
        assertThat(Gid.of(Gid.parse(text).raw())).isEqualTo(Gid.parse(text));
    }

    @ParameterizedTest
    @CsvSource({
        "ff0e:0000:0000:0000:0000:0000:0000:0001, true",
        "0000:0000:0000:0000:0000:ffff:e000:0001, true",
        "0000:0000:0000:0000:0000:ffff:c0a8:6301, false",
        "fe80:0000:0000:0000:5054:00ff:fe12:3456, false",
    })
    void recognisesMulticastGids(String text, boolean multicast) {
        assertThat(Gid.parse(text).isMulticast()).isEqualTo(multicast);
    }

    @ParameterizedTest
    @CsvSource({
        "0000:0000:0000:0000:0000:ffff:c0a8:6301, true",
        "0000:0000:0000:0000:0000:0000:c0a8:6301, false",
        "0000:0000:0000:0000:0001:ffff:c0a8:6301, false",
        "fe80:0000:0000:0000:5054:00ff:fe12:3456, false",
    })
    void recognisesMappedIpv4Gids(String text, boolean mapped) {
        assertThat(Gid.parse(text).isMappedIpv4()).isEqualTo(mapped);
    }

    @Test
    void refusesOtherText() {
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> Gid.parse("fe80::1"))
                .withMessageContaining("fe80::1");
    }
}
