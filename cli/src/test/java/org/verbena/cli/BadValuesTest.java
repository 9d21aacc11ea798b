// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that values outside the range of their C field cause exit status 2, and that the error names the attribute,
 * the value and the limit.
 */
class BadValuesTest {
    private final FakeProvider fake = FakeProvider.hardware();

    @ParameterizedTest
    @CsvSource({
        "create-qp, --max-send-wr, -1, 0..4294967295",
        "create-qp, --max-recv-wr, 4294967296, 0..4294967295",
        "create-qp, --max-send-sge, 0x100000000, 0..4294967295",
        "create-qp, --max-recv-sge, 99999999999999999999999, 0..4294967295",
        "create-qp, --max-inline-data, -9223372036854775808, 0..4294967295",
        "create-qp, --max-inline-data, many, not a number",
        "create-qp, --max-inline-data, 1.5, not a number",
        "create-qp, --max-inline-data, 0x, not a number",
        "create-qp, --max-tso-header, 65536, 0..65535",
        "create-qp, --source-qpn, 4294967296, 0..4294967295",
        "create-qp, --comp-mask, 0x100000000, 0..4294967295",
        "create-qp, --comp-mask, XYZ, 'PD, XRCD, CREATE_FLAGS'",
        "create-qp, --create-flags, 4294967296, 0..4294967295",
        "create-qp, --create-flags, -1, 0..4294967295",
        "create-qp, --create-flags, 'SOURCE_QPN,', 'BLOCK_SELF_MCAST_LB, SCATTER_FCS'",
        "create-qp, --send-ops, SEND+RDMA_WRITE, 'RDMA_WRITE, RDMA_WRITE_WITH_IMM, SEND'",
        "create-qp, --send-ops, 18446744073709551616, 0..18446744073709551615",
        "create-qp, --type, XX, 'RC, UC, UD, RAW_PACKET, XRC_SEND, XRC_RECV, DRIVER'",
        "create-qp, --type, UNKNOWN, 'RC, UC, UD, RAW_PACKET, XRC_SEND, XRC_RECV, DRIVER'",
        "create-qp, --rss-wqs, -4, 0..65535",
        "create-qp, --rx-hash-key-length, 256, 0..255",
        "create-qp, --rx-hash-function, 256, 0..255",
        "create-qp, --rx-hash-fields, SRC_IPV5, 'SRC_IPV4, DST_IPV4'",
        "create-wq, --max-wr, 4294967296, 0..4294967295",
        "create-wq, --max-sge, -1, 0..4294967295",
        "create-wq, --create-flags, X, 'CVLAN_STRIPPING, SCATTER_FCS'",
    })
    void namesAttributeValueAndLimit(String command, String option, String value, String limit) {
        CliRun run = fake.run(command, option, value, "--json");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines().findFirst().orElseThrow())
                .startsWith("verbena " + command + ": Invalid value for option '" + option + "'")
                .contains(value.endsWith(",") ? "''" : value)
                .contains(limit);
        assertThat(run.err()).endsWith("Try 'verbena " + command + " --help'.\n");
        verify(fake.device, never()).open();
    }

    @ParameterizedTest
    @ValueSource(strings = {"create-qp --max-send-wr", "create-qp --max-sand-wr 1", "info", "info a b", "nonsense", ""})
    void refusesAnInvalidCommandLine(String line) {
        CliRun run = fake.run(line.isEmpty() ? new String[0] : line.split(" "));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("verbena").contains("--help'");
    }

    @Test
    void suggestsTheOptionThatWasMeant() {
        assertThat(fake.run("create-qp", "--max-send-wq", "1").err()).contains("--max-send-wr");
    }
}
