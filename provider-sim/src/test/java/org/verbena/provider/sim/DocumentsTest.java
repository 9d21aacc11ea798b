// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.QueuePair;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.WqInitAttr;
import org.verbena.XrcdInitAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpType;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;

/** Checks the guarantees and restrictions of manual pages on devices that follow those pages to the letter. */
class DocumentsTest {
    private static final SrqInitAttr SRQ =
            SrqInitAttr.builder().maxWr(16).maxSge(1).build();

    @ParameterizedTest
    @CsvSource({"spec, RC", "spec, UD", "solaris, RC", "solaris, UD"})
    void maxRecvIsIgnoredWithAnSrq(String document, QpType type) {
        try (DeviceContext context = open(document)) {
            ProtectionDomain pd = context.allocPd();
            SharedReceiveQueue srq = pd.createSrq(SRQ);
            QpCap beyondEveryLimit = new QpCap(16, 1 << 30, 1, 1 << 30, 0);

            QueuePair qp = pd.createQp(Sims.qp(type, Sims.cq(context))
                    .srq(srq)
                    .cap(beyondEveryLimit)
                    .build());

            assertThat(qp.srq()).containsSame(srq);
            assertThat(qp.grantedCap().maxSendWr()).isEqualTo(16);
        }
    }

    @ParameterizedTest
    @CsvSource({"spec, UC", "spec, RAW_PACKET", "solaris, UC", "solaris, RAW_PACKET"})
    void anSrqIsForRcAndUdOnly(String document, QpType type) {
        try (DeviceContext context = open(document)) {
            ProtectionDomain pd = context.allocPd();
            SharedReceiveQueue srq = pd.createSrq(SRQ);
            CompletionQueue cq = Sims.cq(context);

            assertThatThrownBy(() -> pd.createQp(Sims.qp(type, cq).srq(srq).build()))
                    .isInstanceOfSatisfying(VerbsException.class, e -> {
                        assertThat(e.errno()).isEqualTo(Errno.EINVAL);
                        assertThat(e.diagnosis().violations())
                                .extracting(Violation::attribute, Violation::requested, Violation::source)
                                .containsExactly(tuple("srq", type.name(), "ibv_create_qp(3), NOTES"));
                    });
            assertThat(pd.createQp(Sims.qp(type, cq).build()).qpType()).isEqualTo(type);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = QpType.class,
            names = {"RC", "UNKNOWN"},
            mode = EnumSource.Mode.EXCLUDE)
    void aixHasReliableConnectionsOnly(QpType type) {
        try (DeviceContext context = open("aix")) {
            ProtectionDomain pd = context.allocPd();
            CompletionQueue cq = Sims.cq(context);

            assertUnsupported(() -> pd.createQp(Sims.qp(type, cq).build()));
            assertThat(pd.createQp(Sims.qp(QpType.RC, cq).build()).grantedCap()).isEqualTo(new QpCap(16, 16, 1, 1, 0));
        }
    }

    @Test
    void aixHasNoSrq() {
        try (DeviceContext context = open("aix")) {
            ProtectionDomain pd = context.allocPd();

            assertUnsupported(() -> pd.createSrq(SRQ));
            assertThat(context.queryDevice().maxSrq()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"solaris", "aix"})
    void solarisAndAixHaveNoExtendedCallsWorkQueuesOrXrc(String document) {
        try (DeviceContext context = open(document)) {
            ProtectionDomain pd = context.allocPd();
            CompletionQueue cq = Sims.cq(context);

            assertUnsupported(
                    () -> context.createQpEx(Sims.qp(QpType.RC, cq).pd(pd).build()));
            assertUnsupported(
                    () -> context.createCqEx(CqInitAttr.builder().cqe(1).build()));
            assertUnsupported(() -> context.createSrqEx(
                    SrqInitAttr.builder().pd(pd).maxWr(1).maxSge(1).build()));
            assertUnsupported(() -> context.createWq(
                    WqInitAttr.builder().pd(pd).cq(cq).maxWr(16).maxSge(1).build()));
            assertUnsupported(() -> context.openXrcd(XrcdInitAttr.privateDomain()));
        }
    }

    @Test
    void theSpecProfileHasExtendedCallsWorkQueuesAndXrc() {
        try (DeviceContext context = open("spec")) {
            ProtectionDomain pd = context.allocPd();
            CompletionQueue cq = Sims.cq(context);

            assertThat(context.createQpEx(Sims.qp(QpType.RC, cq).pd(pd).build()).grantedCap())
                    .isEqualTo(new QpCap(16, 16, 1, 1, 0));
            assertThat(context.createWq(WqInitAttr.builder()
                                    .pd(pd)
                                    .cq(cq)
                                    .maxWr(16)
                                    .maxSge(1)
                                    .build())
                            .grantedCap()
                            .maxWr())
                    .isEqualTo(16);
            assertThat(context.openXrcd(XrcdInitAttr.privateDomain())).isNotNull();
        }
    }

    private static DeviceContext open(String document) {
        return new SimProvider()
                .configure(Map.of("profile", document))
                .device("sim_" + document + "_0")
                .open();
    }

    private static void assertUnsupported(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        VerbsException.class, e -> assertThat(e.errno()).isEqualTo(Errno.EOPNOTSUPP));
    }
}
