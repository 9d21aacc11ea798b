// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.InetAddress;
import java.util.List;
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

    @ParameterizedTest
    @CsvSource({
        "fe80::1, fe80:0000:0000:0000:0000:0000:0000:0001",
        "::ffff:10.0.0.1, 0000:0000:0000:0000:0000:ffff:0a00:0001",
        "FD00::AB, fd00:0000:0000:0000:0000:0000:0000:00ab",
        "::, 0000:0000:0000:0000:0000:0000:0000:0000",
    })
    void parsesWhatToolsPrint(String text, String expected) {
        assertThat(Gid.parse(text)).hasToString(expected);
    }

    @ParameterizedTest
    @CsvSource({"10.0.0.1", "fe80::1%eth0", "fe80::1::2", "fe80", "''", "1:2", "localhost:1", "[::1]", "fe80:::1"})
    void refusesOtherText(String text) {
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> Gid.parse(text))
                .withMessageContaining("raw = " + text);
    }

    @ParameterizedTest
    @CsvSource({"10.0.0.1", "fd00::7", "fe80::1"})
    void convertsIpAddresses(String text) throws Exception {
        InetAddress address = InetAddress.getByName(text);

        assertThat(Gid.of(address).toInetAddress()).isEqualTo(address);
    }

    @ParameterizedTest
    @CsvSource({"fe80::1, true", "febf::1, true", "fec0::1, false", "fd00::1, false", "::ffff:169.254.3.4, true"})
    void recognisesLinkLocalGids(String text, boolean linkLocal) {
        assertThat(Gid.parse(text).isLinkLocal()).isEqualTo(linkLocal);
    }

    private static GidEntry entry(int index, String gid, GidType type) {
        return new GidEntry(Gid.parse(gid), index, 1, type.value(), 0);
    }

    @Test
    void prefersRoutableGids() {
        List<GidEntry> onlyIpv6 = List.of(
                entry(0, "fe80::1", GidType.ROCE_V1),
                entry(1, "fe80::1", GidType.ROCE_V2),
                entry(2, "fd00::1", GidType.ROCE_V1),
                entry(3, "fd00::1", GidType.ROCE_V2));
        List<GidEntry> mixed = List.of(
                entry(0, "::ffff:169.254.3.4", GidType.ROCE_V2),
                entry(1, "fd00::1", GidType.ROCE_V2),
                entry(2, "::ffff:10.0.0.7", GidType.ROCE_V2));

        assertThat(GidEntry.preferred(onlyIpv6, 1)).hasValue(onlyIpv6.get(3));
        assertThat(GidEntry.preferred(mixed, 1)).hasValue(mixed.get(2));
        assertThat(GidEntry.preferred(mixed.subList(0, 2), 1)).hasValue(mixed.get(1));
        assertThat(GidEntry.preferred(mixed.subList(0, 1), 1)).hasValue(mixed.get(0));
        assertThat(GidEntry.preferred(mixed, 2)).isEmpty();
    }
}
