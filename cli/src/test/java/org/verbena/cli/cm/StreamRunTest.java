// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.cm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares the table of rstream with that of C. */
class StreamRunTest {
    @Test
    void aRowIsThatOfC() {
        assertThat(StreamRun.HEADINGS)
                .isEqualTo("name      bytes   xfers   iters   total       time     Gb/sec    usec/xfer");
        assertThat(StreamRun.latency(64).row(2_000_000_000))
                .isEqualTo("64_lat    64      1       100k    12m         2.00s      0.05      10.00");
        assertThat(StreamRun.bandwidth(3 << 19).row(100_000_000))
                .isEqualTo("1.5m_bw   1.5m    100     1       300m        0.10s     25.17     500.00");
    }

    @Test
    void aRunWithoutDurationHasARow() {
        assertThat(StreamRun.custom(1, 1, 1).row(0)).endsWith("0.00s      0.02       0.50");
    }

    @Test
    void theSizesAreThoseOfC() {
        assertThat(StreamRun.sizes(false)).containsExactly(64, 4096, 65_536, 1_048_576);
        assertThat(StreamRun.sizes(true))
                .hasSize(33)
                .startsWith(64, 128, 192, 256, 384)
                .endsWith(3 << 20, 4 << 20, 6 << 20)
                .isSorted();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1023, 1023",
        "1024, 1k",
        "1536, 1.5k",
        "10239, 9.9k",
        "10240, 10k",
        "1048575, 1023k",
        "1048576, 1m",
        "1073741824, 1g",
        "1099511627776, 1024g"
    })
    void numbersOfBytesHaveBinaryPrefixes(long number, String text) {
        assertThat(StreamRun.bytes(number)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "999, 999", "1000, 1k", "1999, 1k", "100000, 100k", "1000000, 1m", "2147483647, 2b"})
    void numbersHaveDecimalPrefixes(long number, String text) {
        assertThat(StreamRun.number(number)).isEqualTo(text);
    }
}
