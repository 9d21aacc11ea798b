// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.pingpong;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.attr.Gid;
import org.verbena.cli.text.CommandException;

/** Checks addresses against the text of the programs of rdma-core. */
class PingPongAddressTest {
    private static final String TEXT = "0000:000011:82397b:00000000000000000000ffff0a630001";

    private static PingPongAddress of(String gid) {
        return new PingPongAddress(0, 0x11, 0x82397b, Gid.of(HexFormat.of().parseHex(gid)));
    }

    @Test
    void theTextIsReadAndWritten() {
        PingPongAddress address = PingPongAddress.parse(TEXT);

        assertThat(address.text()).isEqualTo(TEXT).hasSize(PingPongAddress.LENGTH - 1);
        assertThat(address.line()).isEqualTo("LID 0x0000, QPN 0x000011, PSN 0x82397b, GID ::ffff:10.99.0.1");
        assertThat(address.isGlobal()).isTrue();
    }

    @Test
    void aZeroGidStandsForALid() {
        assertThat(of("00000000000000000000000000000000").isGlobal()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "00000000000000000000000000000000, ::",
        "00000000000000000000000000000001, ::1",
        "fe80000000000000005400fffe123456, fe80::54:ff:fe12:3456",
        "20010db8000000000001000000000001, 2001:db8::1:0:0:1",
        "20010db8000100000001000200030004, 2001:db8:1:0:1:2:3:4"
    })
    void gidsAreShortenedLikeInetNtop(String gid, String text) {
        assertThat(of(gid).line()).endsWith("GID " + text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0000:000011:82397b", "GET / HTTP/1.1", TEXT + "0"})
    void otherTextIsRejected(String text) {
        assertThatThrownBy(() -> PingPongAddress.parse(text))
                .isInstanceOf(CommandException.class)
                .hasMessage("the peer sent '" + text + "', expected LID:QPN:PSN:GID in hexadecimal digits");
    }
}
