// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.verbena.attr.AhAttr;
import org.verbena.attr.CqModeration;
import org.verbena.attr.Flags;
import org.verbena.attr.Gid;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.QpType;
import org.verbena.attr.RxHashConf;
import org.verbena.attr.RxHashField;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.Violation;

class RequestRangesTest {
    static Stream<Arguments> outOfRange() {
        return Stream.of(
                refused(
                        "max_send_wr",
                        "-1",
                        "0..4294967295",
                        () -> QpInitAttr.builder().maxSendWr(-1)),
                refused(
                        "max_recv_wr",
                        "4294967296",
                        "0..4294967295",
                        () -> QpInitAttr.builder().maxRecvWr(1L << 32)),
                refused(
                        "max_send_sge",
                        "-5",
                        "0..4294967295",
                        () -> QpInitAttr.builder().maxSendSge(-5)),
                refused(
                        "max_recv_sge",
                        "4294967296",
                        "0..4294967295",
                        () -> QpInitAttr.builder().maxRecvSge(1L << 32)),
                refused(
                        "max_inline_data",
                        "-1",
                        "0..4294967295",
                        () -> QpInitAttr.builder().maxInlineData(-1)),
                refused(
                        "max_tso_header",
                        "65536",
                        "0..65535",
                        () -> QpInitAttr.builder().maxTsoHeader(65536)),
                refused(
                        "source_qpn",
                        "-1",
                        "0..4294967295",
                        () -> QpInitAttr.builder().sourceQpn(-1)),
                refused(
                        "qp_type",
                        "UNKNOWN",
                        "a constant with a C name",
                        () -> QpInitAttr.builder().qpType(QpType.UNKNOWN)),
                refused(
                        "send_cq",
                        "null",
                        "not null",
                        () -> QpInitAttr.builder().sendCq(null)),
                refused(
                        "create_flags",
                        "4294967296",
                        "0..4294967295",
                        () -> QpInitAttr.builder().createFlags(Flags.ofMask(QpCreateFlag.class, 1L << 32))),
                refused(
                        "max_wr",
                        "-1",
                        "0..4294967295",
                        () -> WqInitAttr.builder().maxWr(-1)),
                refused(
                        "max_sge",
                        "4294967296",
                        "0..4294967295",
                        () -> SrqInitAttr.builder().maxSge(1L << 32)),
                refused("cqe", "-1", "0..2147483647", () -> CqInitAttr.builder().cqe(-1)),
                refused(
                        "cqe",
                        "2147483648",
                        "0..2147483647",
                        () -> CqInitAttr.builder().cqe(1L << 31)),
                refused(
                        "comp_vector",
                        "-1",
                        "0..2147483647",
                        () -> CqInitAttr.builder().compVector(-1)),
                refused(
                        "pkey_index",
                        "65536",
                        "0..65535",
                        () -> QpAttr.builder().pkeyIndex(65536)),
                refused("retry_cnt", "256", "0..255", () -> QpAttr.builder().retryCnt(256)),
                refused("port_num", "-1", "0..255", () -> AhAttr.builder().portNum(-1)),
                refused("cq_period", "65536", "0..65535", () -> new CqModeration(1, 65536)),
                refused(
                        "rx_hash_key_len",
                        "256",
                        "0..255",
                        () -> RxHashConf.toeplitz(new byte[256], RxHashField.SRC_IPV4)),
                refused("ind_tbl", "0 work queues", "1, 2, 4, 8 ...", () -> RwqIndTableAttr.of(List.of())),
                refused("raw", "15 bytes", "16 bytes", () -> Gid.of(new byte[15])));
    }

    private static Arguments refused(String attribute, String requested, String limit, ThrowingCallable call) {
        return Arguments.of(attribute, requested, limit, call);
    }

    @ParameterizedTest(name = "{0} = {1}")
    @MethodSource("outOfRange")
    void namesAttributeValueAndLimit(String attribute, String requested, String limit, ThrowingCallable call) {
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(call)
                .satisfies(e -> {
                    Violation violation = e.diagnosis().violations().get(0);
                    assertThat(violation.attribute()).isEqualTo(attribute);
                    assertThat(violation.requested()).isEqualTo(requested);
                    assertThat(violation.limit()).isEqualTo(limit);
                    assertThat(e.errno()).isEqualTo(Errno.EINVAL);
                })
                .withMessageContainingAll(attribute, requested, limit);
    }

    @Test
    void takesTheGreatestUnsignedNumber() {
        QpInitAttr attr = QpInitAttr.builder()
                .maxSendWr(0xFFFF_FFFFL)
                .maxInlineData(0xFFFF_FFFFL)
                .build();

        assertThat(attr.cap().maxSendWr()).isEqualTo(4294967295L);
        assertThat(attr.cap().maxInlineData()).isEqualTo(4294967295L);
    }
}
