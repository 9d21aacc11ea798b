// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.core.model.drivers.DriverModelTest.model;
import static org.verbena.core.model.drivers.DriverModelTest.refusal;
import static org.verbena.core.model.drivers.QpRequests.plain;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.CqInitAttr;
import org.verbena.QpInitAttr;
import org.verbena.attr.CqCreateFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SendOp;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.SrqType;
import org.verbena.attr.WcFlag;
import org.verbena.error.Errno;
import org.verbena.spi.model.CqRequest;
import org.verbena.spi.model.QpChange;
import org.verbena.spi.model.QpGrant;
import org.verbena.spi.model.SrqGrant;
import org.verbena.spi.model.SrqRequest;
import org.verbena.spi.model.Verdict;

class IrdmaModelTest {
    private static final QpCap SMALL = new QpCap(16, 16, 1, 1, 0);
    private static final QpCap NOTHING = new QpCap(0, 0, 0, 0, 0);

    @ParameterizedTest
    @CsvSource({"irdma-gen1, 3", "irdma, 7", "irdma-gen3, 7"})
    void aReceiveQueueIsNeverEmpty(String name, long maxRecvWr) {
        assertThat(granted(name, QpType.RC, NOTHING)).isEqualTo(new QpCap(254, maxRecvWr, 0, 0, 0));
    }

    @ParameterizedTest
    @CsvSource({"RC, 1, 7", "RC, 5000, 14", "UD, 4294967295, 1"})
    void gen3GrantsAFixedReceiveQueueWithAnSrq(QpType type, long maxRecvWr, long maxRecvSge) {
        QpCap cap = SMALL.withMaxRecvWr(maxRecvWr).withMaxRecvSge(maxRecvSge);

        QpGrant grant = model("irdma-gen3")
                .createQp(plain(type, cap, Optional.of(SrqType.BASIC)))
                .orElseThrow("ibv_create_qp", "irdma-gen3");

        assertThat(grant.granted()).isEqualTo(new QpCap(127, 7, 1, 13, 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"irdma", "irdma-gen1"})
    void theGenerationsBeforeHaveNoSrq(String name) {
        Verdict<SrqGrant> verdict = model(name).createSrq(SrqRequest.plain(new SrqAttr(16, 1, 0)));

        assertThat(refusal(verdict).errno()).isEqualTo(Errno.EOPNOTSUPP);
    }

    @ParameterizedTest
    @CsvSource({"1, 0, 16255", "1, 40, 8127", "12, 0, 4063", "13, 101, 4063"})
    void theEntrySizeAndNotMaxQpWrLimitsRequests(long sge, long inline, long largest) {
        QpCap cap = SMALL.withMaxSendSge(sge).withMaxInlineData(inline);

        assertThat(granted("irdma", QpType.RC, cap.withMaxSendWr(largest)).maxSendWr())
                .isEqualTo(largest);
        assertThat(refusal(create("irdma", QpType.RC, cap.withMaxSendWr(largest + 1)))
                        .violations())
                .singleElement()
                .satisfies(violation -> {
                    assertThat(violation.attribute()).isEqualTo("max_send_wr");
                    assertThat(violation.requested()).isEqualTo(Long.toString(largest + 1));
                    assertThat(violation.limit()).isEqualTo(Long.toString(largest));
                });
        assertThat(model("irdma").deviceAttr(1).maxQpWr()).isEqualTo(4063);
    }

    @Test
    void iwarpHasConnectionsOnly() {
        assertThat(refusal(create("irdma-gen1", QpType.UD, SMALL)).errno()).isEqualTo(Errno.EOPNOTSUPP);
        // The library checks the sizes before the kernel checks the type.
        assertThat(refusal(create("irdma-gen1", QpType.UD, SMALL.withMaxSendSge(4)))
                        .errno())
                .isEqualTo(Errno.EINVAL);
        assertThat(granted("irdma", QpType.UD, SMALL).maxSendWr()).isEqualTo(127);
    }

    @Test
    void theExtendedCallSupportsOnlyTheMaskPd() {
        Flags<SendOp> ops = Flags.of(SendOp.SEND);
        Flags<QpCreateFlag> none = Flags.none(QpCreateFlag.class);
        Flags<QpInitAttr.Mask> pd = Flags.of(QpInitAttr.Mask.PD);

        Verdict<QpGrant> withPd = model("irdma").createQp(QpRequests.extended(QpType.RC, SMALL, pd, none, ops));
        Verdict<QpGrant> withMore = model("irdma")
                .createQp(QpRequests.extended(QpType.RC, SMALL, pd.with(QpInitAttr.Mask.SEND_OPS_FLAGS), none, ops));

        assertThat(withPd).isEqualTo(create("irdma", QpType.RC, SMALL));
        assertThat(refusal(withMore).errno()).isEqualTo(Errno.EOPNOTSUPP);
    }

    @ParameterizedTest
    @CsvSource({"irdma-gen1, 1048573", "irdma, 524286", "irdma-gen3, 524286"})
    void theRequestedCqeIsGrantedUpToTheRingLimit(String name, int largest) {
        assertThat(model(name).createCq(CqRequest.plain(largest, 0))).isEqualTo(new Verdict.Granted<>(largest));
        assertThat(model(name).createCq(CqRequest.plain(1, 0))).isEqualTo(new Verdict.Granted<>(1));
        assertThat(refusal(model(name).createCq(CqRequest.plain(largest + 1, 0)))
                        .errno())
                .isEqualTo(Errno.EINVAL);
    }

    @ParameterizedTest
    @CsvSource({
        "irdma-gen1, BYTE_LEN, false",
        "irdma, BYTE_LEN, true",
        "irdma, COMPLETION_TIMESTAMP, false",
        "irdma-gen3, COMPLETION_TIMESTAMP, true",
        "irdma-gen3, FLOW_TAG, false"
    })
    void theGenerationsReportMoreAndMoreOfACompletion(String name, WcFlag field, boolean reported) {
        CqRequest request = new CqRequest(
                true, 16, 0, Flags.of(field), Flags.none(CqCreateFlag.class), Flags.none(CqInitAttr.Mask.class));

        Verdict<Integer> verdict = model(name).createCq(request);

        if (reported) {
            assertThat(verdict).isEqualTo(new Verdict.Granted<>(16));
        } else {
            assertThat(refusal(verdict).errno()).isEqualTo(Errno.EOPNOTSUPP);
        }
    }

    @Test
    void aCompletionQueueChangesItsSizeFromTheSecondGenerationOn() {
        assertThat(model("irdma").resizeCq(16, 100)).isEqualTo(new Verdict.Granted<>(100));
        assertThat(refusal(model("irdma-gen1").resizeCq(16, 100)).errno()).isEqualTo(Errno.EOPNOTSUPP);
    }

    @Test
    void theCurrentStateInTheRequestIsIgnored() {
        QpAttr now = QpAttr.builder().qpState(QpState.RTR).portNum(1).build();
        QpAttr toRts = QpAttr.builder()
                .curQpState(QpState.SQD)
                .qpState(QpState.RTS)
                .attrMask(Flags.of(
                        QpAttr.Mask.STATE,
                        QpAttr.Mask.CUR_STATE,
                        QpAttr.Mask.SQ_PSN,
                        QpAttr.Mask.TIMEOUT,
                        QpAttr.Mask.RETRY_CNT,
                        QpAttr.Mask.RNR_RETRY,
                        QpAttr.Mask.MAX_QP_RD_ATOMIC))
                .build();

        Verdict<QpAttr> verdict = model("irdma").modifyQp(new QpChange(QpType.RC.value(), false, now, toRts));

        assertThat(verdict.orElseThrow("ibv_modify_qp", "irdma").qpState()).isEqualTo(QpState.RTS);
    }

    private static Verdict<QpGrant> create(String name, QpType type, QpCap cap) {
        return model(name).createQp(plain(type, cap, Optional.empty()));
    }

    private static QpCap granted(String name, QpType type, QpCap cap) {
        return create(name, type, cap).orElseThrow("ibv_create_qp", name).granted();
    }

    /** The ring for 16 entries has 512 quanta, 258 of them reserved (irdma_get_wqe_shift). */
    @ParameterizedTest
    @CsvSource({
        "irdma, 0, 8, 254",
        "irdma, 0, 9, 127",
        "irdma, 1, 8, 127",
        "irdma, 2, 39, 127",
        "irdma, 2, 40, 63",
        "irdma, 3, 39, 63",
        "irdma, 6, 101, 63",
        "irdma, 7, 101, 31",
        "irdma-gen1, 1, 16, 254",
        "irdma-gen1, 1, 17, 127",
        "irdma-gen1, 2, 16, 127",
        "irdma-gen1, 3, 48, 127"
    })
    void anEntryTakesAPowerOfTwoOfQuanta(String driver, long sge, long inlineData, long granted) {
        QpCap cap = new QpCap(16, 16, sge, 1, inlineData);

        assertThat(model(driver)
                        .createQp(plain(QpType.RC, cap, Optional.empty()))
                        .orElseThrow("ibv_create_qp", driver)
                        .granted()
                        .maxSendWr())
                .isEqualTo(granted);
    }

    @Test
    void theRefusalOfATooLargeRingNamesTheEntrySize() {
        QpCap cap = new QpCap(32768, 16, 1, 1, 0);

        assertThat(refusal(model("irdma").createQp(plain(QpType.RC, cap, Optional.empty())))
                        .violations())
                .singleElement()
                .satisfies(broken ->
                        assertThat(broken.rule()).contains("entries of 64 bytes share a ring of 1048576, 8256"));
    }
}
