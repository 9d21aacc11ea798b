// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.CqInitAttr;
import org.verbena.QpInitAttr;
import org.verbena.SrqInitAttr;
import org.verbena.WqInitAttr;
import org.verbena.XrcdInitAttr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.QpType;
import org.verbena.attr.SendOp;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.SrqType;
import org.verbena.attr.TmCap;
import org.verbena.attr.WqFlag;
import org.verbena.attr.WqType;
import org.verbena.core.model.DriverModels;
import org.verbena.error.Errno;
import org.verbena.error.Violation;
import org.verbena.spi.model.CqRequest;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.MrRequest;
import org.verbena.spi.model.QpGrant;
import org.verbena.spi.model.QpRequest;
import org.verbena.spi.model.RwqIndTableRequest;
import org.verbena.spi.model.SrqChange;
import org.verbena.spi.model.SrqGrant;
import org.verbena.spi.model.SrqRequest;
import org.verbena.spi.model.Verdict;
import org.verbena.spi.model.WqRequest;

/** Tests the rules of the models that follow documents. */
class DocumentModelTest {
    private static final QpCap SMALL = new QpCap(16, 16, 1, 1, 36);
    private static final long MEMORY = 1 << 20;
    private static final WqRequest WORK_QUEUE =
            new WqRequest(WqType.RQ.value(), 16, 1, Flags.none(WqFlag.class), Flags.none(WqInitAttr.Mask.class));

    @ParameterizedTest
    @CsvSource({
        "spec, RC",
        "spec, UC",
        "spec, UD",
        "spec, RAW_PACKET",
        "spec, XRC_SEND",
        "solaris, RC",
        "solaris, UC",
        "solaris, UD",
        "solaris, RAW_PACKET",
        "aix, RC"
    })
    void supportedTypesAreGrantedAsRequested(String document, QpType type) {
        QpGrant grant = model(document)
                .createQp(QpRequests.plain(type, SMALL, Optional.empty()))
                .orElseThrow("ibv_create_qp", document);

        assertThat(grant.granted().maxSendWr()).isEqualTo(16);
        assertThat(grant.granted().maxSendSge()).isEqualTo(1);
        assertThat(grant.granted().maxInlineData()).isEqualTo(36);
        assertThat(grant.queried()).isEqualTo(grant.granted());
    }

    @ParameterizedTest
    @CsvSource({
        "spec, DRIVER",
        "solaris, XRC_SEND",
        "solaris, XRC_RECV",
        "solaris, DRIVER",
        "aix, UC",
        "aix, UD",
        "aix, RAW_PACKET",
        "aix, XRC_SEND",
        "aix, XRC_RECV",
        "aix, DRIVER"
    })
    void otherTypesAreNotSupported(String document, QpType type) {
        Verdict.Refused<?> refused = refusal(model(document).createQp(QpRequests.plain(type, SMALL, Optional.empty())));

        assertThat(refused.errno()).isEqualTo(Errno.EOPNOTSUPP);
        assertThat(refused.violations())
                .extracting(Violation::attribute, Violation::requested)
                .containsExactly(tuple("qp_type", type.name()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"spec", "solaris"})
    void maxRecvIsIgnoredWithAnSrq(String document) {
        QpCap beyondEveryLimit = SMALL.withMaxRecvWr(1 << 30).withMaxRecvSge(1 << 30);

        for (QpType type : new QpType[] {QpType.RC, QpType.UD}) {
            assertThat(model(document).createQp(QpRequests.plain(type, beyondEveryLimit, Optional.of(SrqType.BASIC))))
                    .isEqualTo(new Verdict.Granted<>(new QpGrant(beyondEveryLimit, beyondEveryLimit)));
            assertThat(refusal(model(document).createQp(QpRequests.plain(type, beyondEveryLimit, Optional.empty())))
                            .violations())
                    .extracting(Violation::attribute)
                    .containsExactly("max_recv_wr", "max_recv_sge");
        }
    }

    @ParameterizedTest
    @CsvSource({"spec, UC", "spec, RAW_PACKET", "solaris, UC", "solaris, RAW_PACKET"})
    void anSrqIsForRcAndUdOnly(String document, QpType type) {
        Verdict.Refused<?> refused =
                refusal(model(document).createQp(QpRequests.plain(type, SMALL, Optional.of(SrqType.BASIC))));

        assertThat(refused.errno()).isEqualTo(Errno.EINVAL);
        assertThat(refused.violations())
                .extracting(Violation::attribute, Violation::source)
                .containsExactly(tuple("srq", "ibv_create_qp(3), NOTES"));
    }

    @ParameterizedTest
    @EnumSource(
            value = QpType.class,
            names = {"RC", "UC", "UD"})
    void aixHasNoSrq(QpType type) {
        Verdict.Refused<?> refused =
                refusal(model("aix").createQp(QpRequests.plain(type, SMALL, Optional.of(SrqType.BASIC))));

        assertThat(refused.errno()).isEqualTo(Errno.EOPNOTSUPP);
        assertThat(refused.violations()).extracting(Violation::attribute).contains("srq");
        assertUnsupported(model("aix").createSrq(SrqRequest.plain(new SrqAttr(16, 1, 0))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"solaris", "aix"})
    void theOldDocumentsHaveNoExtendedCalls(String document) {
        DriverModel model = model(document);

        assertUnsupported(model.createQp(QpRequests.extended(
                QpType.RC,
                SMALL,
                Flags.of(QpInitAttr.Mask.PD),
                Flags.none(QpCreateFlag.class),
                Flags.none(SendOp.class))));
        assertUnsupported(
                model.createCq(CqRequest.extended(CqInitAttr.builder().cqe(1).build())));
        assertUnsupported(model.createSrq(
                SrqRequest.extended(SrqInitAttr.builder().maxWr(1).maxSge(1).build())));
    }

    @ParameterizedTest
    @ValueSource(strings = {"solaris", "aix"})
    void theOldDocumentsHaveNoWorkQueuesAndNoXrc(String document) {
        DriverModel model = model(document);

        assertUnsupported(model.createWq(WORK_QUEUE));
        assertUnsupported(model.createRwqIndTable(new RwqIndTableRequest(List.of(1L), 0)));
        assertUnsupported(model.openXrcd(XrcdInitAttr.privateDomain()));
        assertUnsupported(model.getSrqNum(SrqType.BASIC));
        assertThat(model("spec").createWq(WORK_QUEUE)).isInstanceOf(Verdict.Granted.class);
    }

    @Test
    void aixHasNoMulticast() {
        assertThat(model("aix").deviceAttr(1).maxMcastGrp()).isZero();
        assertThat(model("solaris").deviceAttr(1).maxMcastGrp()).isPositive();
    }

    @Test
    void aSourceQpnIsRejectedForRc() {
        QpRequest request = QpRequests.extended(
                QpType.RC,
                SMALL,
                Flags.of(QpInitAttr.Mask.PD, QpInitAttr.Mask.CREATE_FLAGS),
                Flags.of(QpCreateFlag.SOURCE_QPN),
                Flags.none(SendOp.class));

        assertThat(refusal(model("spec").createQp(request)).violations())
                .extracting(Violation::attribute, Violation::source)
                .containsExactly(tuple("source_qpn", "ibv_create_qp_ex(3), NOTES"));
    }

    @ParameterizedTest
    @CsvSource({
        "BLOCK_SELF_MCAST_LB, RC, false",
        "BLOCK_SELF_MCAST_LB, UD, true",
        "BLOCK_SELF_MCAST_LB, RAW_PACKET, true",
        "PCI_WRITE_END_PADDING, UC, false",
        "PCI_WRITE_END_PADDING, UD, true",
        "PCI_WRITE_END_PADDING, RAW_PACKET, true",
        "SCATTER_FCS, RC, false",
        "SCATTER_FCS, UD, false",
        "SCATTER_FCS, RAW_PACKET, true",
        "CVLAN_STRIPPING, XRC_SEND, false",
        "CVLAN_STRIPPING, UD, false",
        "CVLAN_STRIPPING, RAW_PACKET, true"
    })
    void createFlagsAreThoseOfTheType(QpCreateFlag flag, QpType type, boolean granted) {
        Verdict<QpGrant> verdict = model("spec")
                .createQp(QpRequests.extended(
                        type,
                        SMALL,
                        Flags.of(QpInitAttr.Mask.PD, QpInitAttr.Mask.CREATE_FLAGS),
                        Flags.of(flag),
                        Flags.none(SendOp.class)));

        assertThat(verdict instanceof Verdict.Granted<?>).isEqualTo(granted);
        if (!granted) {
            assertThat(refusal(verdict).errno()).isEqualTo(Errno.EINVAL);
            assertThat(refusal(verdict).violations())
                    .extracting(Violation::attribute)
                    .containsOnly("create_flags");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"spec", "solaris", "aix"})
    void hugePagesRequireOnDemandPaging(String document) {
        DriverModel model = model(document);
        Flags<AccessFlag> huge = Flags.of(AccessFlag.HUGETLB);
        Verdict.Refused<?> refused = refusal(model.regMr(new MrRequest(MEMORY, 8, huge)));

        assertThat(refused.errno()).isEqualTo(Errno.EINVAL);
        assertThat(refused.violations())
                .extracting(Violation::attribute, Violation::source)
                .containsExactly(tuple("access", "ibv_reg_mr(3)"));
    }

    @Test
    void onDemandPagingAllowsHugePages() {
        DriverModel model = model("spec");
        DriverModel paging = model.withLimits(model.limits().with("odp_caps.general_caps", 1));
        Flags<AccessFlag> access = Flags.of(AccessFlag.HUGETLB, AccessFlag.ON_DEMAND);

        assertThat(paging.regMr(new MrRequest(MEMORY, 8, access))).isInstanceOf(Verdict.Granted.class);
    }

    @ParameterizedTest
    @CsvSource({"RC, RDMA_READ, true", "UC, RDMA_READ, false", "UD, SEND_WITH_IMM, true", "RAW_PACKET, TSO, true"})
    void sendOperationsAreThoseOfTheType(QpType type, SendOp operation, boolean granted) {
        QpRequest request = QpRequests.extended(
                type,
                SMALL,
                Flags.of(QpInitAttr.Mask.PD, QpInitAttr.Mask.SEND_OPS_FLAGS),
                Flags.none(QpCreateFlag.class),
                Flags.of(operation));

        Verdict<QpGrant> verdict = model("spec").createQp(request);

        if (granted) {
            assertThat(verdict.orElseThrow("ibv_create_qp_ex", "spec").builders())
                    .isPresent();
        } else {
            assertThat(refusal(verdict).violations())
                    .extracting(Violation::attribute, Violation::source)
                    .containsExactly(tuple("send_ops_flags", "ibv_post_send(3)"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "CVLAN_STRIPPING, true",
        "SCATTER_FCS, true",
        "DELAY_DROP, true",
        "PCI_WRITE_END_PADDING, true",
        "RESERVED, false"
    })
    void workQueueFlagsAreThoseOfThePage(WqFlag flag, boolean granted) {
        Verdict<?> verdict = model("spec")
                .createWq(new WqRequest(WqType.RQ.value(), 16, 1, Flags.of(flag), Flags.of(WqInitAttr.Mask.FLAGS)));

        assertThat(verdict instanceof Verdict.Granted<?>).isEqualTo(granted);
    }

    @Test
    void onlyTheExtendedCallSetsTheSrqLimit() {
        SrqAttr attr = new SrqAttr(16, 1, 4);
        Flags<SrqInitAttr.Mask> fields = Flags.of(SrqInitAttr.Mask.PD, SrqInitAttr.Mask.TYPE);
        SrqRequest plain = SrqRequest.plain(attr);
        SrqRequest extended = new SrqRequest(true, attr, SrqType.BASIC.value(), fields, new TmCap(0, 0));

        assertThat(srq(plain).queried().srqLimit()).isZero();
        assertThat(srq(extended).queried().srqLimit()).isEqualTo(4);
    }

    @Test
    void notAllDevicesResizeSrqs() {
        SrqAttr now = new SrqAttr(16, 1, 0);
        SrqChange change = new SrqChange(now, new SrqAttr(32, 1, 0), Flags.of(SrqAttr.Mask.MAX_WR));
        DriverModel resizing = model("spec");
        DriverModel fixed = resizing.withLimits(resizing.limits().with("device_cap_flags", 0));

        assertThat(resizing.modifySrq(change)).isEqualTo(new Verdict.Granted<>(new SrqAttr(32, 1, 0)));
        assertUnsupported(fixed.modifySrq(change));
    }

    private static SrqGrant srq(SrqRequest request) {
        return model("spec").createSrq(request).orElseThrow("ibv_create_srq", "spec");
    }

    private static DriverModel model(String name) {
        return DriverModels.find(name).orElseThrow();
    }

    private static void assertUnsupported(Verdict<?> verdict) {
        assertThat(refusal(verdict).errno()).isEqualTo(Errno.EOPNOTSUPP);
    }

    private static Verdict.Refused<?> refusal(Verdict<?> verdict) {
        assertThat(verdict).isInstanceOf(Verdict.Refused.class);
        return (Verdict.Refused<?>) verdict;
    }
}
