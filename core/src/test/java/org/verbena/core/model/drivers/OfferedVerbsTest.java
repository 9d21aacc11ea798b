// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.verbena.core.model.drivers.DriverModelTest.model;
import static org.verbena.core.model.drivers.DriverModelTest.refusal;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.verbena.CqInitAttr;
import org.verbena.QpInitAttr;
import org.verbena.QpOpenAttr;
import org.verbena.SrqInitAttr;
import org.verbena.WqInitAttr;
import org.verbena.XrcdInitAttr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AhAttr;
import org.verbena.attr.CqCreateFlag;
import org.verbena.attr.CqModeration;
import org.verbena.attr.Flags;
import org.verbena.attr.FlowAttr;
import org.verbena.attr.Gid;
import org.verbena.attr.GlobalRoute;
import org.verbena.attr.MwType;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.QpType;
import org.verbena.attr.SendOp;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.SrqType;
import org.verbena.attr.TmCap;
import org.verbena.attr.WcFlag;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqCap;
import org.verbena.attr.WqFlag;
import org.verbena.attr.WqState;
import org.verbena.attr.WqType;
import org.verbena.core.model.DriverModels;
import org.verbena.error.Errno;
import org.verbena.error.Violation;
import org.verbena.spi.model.CqRequest;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.FlowRequest;
import org.verbena.spi.model.McastRequest;
import org.verbena.spi.model.MrRequest;
import org.verbena.spi.model.QpOpenRequest;
import org.verbena.spi.model.QpRequest;
import org.verbena.spi.model.RwqIndTableRequest;
import org.verbena.spi.model.SrqChange;
import org.verbena.spi.model.SrqGrant;
import org.verbena.spi.model.SrqRequest;
import org.verbena.spi.model.Verdict;
import org.verbena.spi.model.WqChange;
import org.verbena.spi.model.WqRequest;

/**
 * Tests which model offers which verb. A driver offers the operations in the {@code verbs_context_ops} of its rdma-core
 * provider that its kernel driver supports. A document offers the verbs that have a manual page.
 */
class OfferedVerbsTest {
    private static final List<String> RXE = List.of("rxe", "rxe-6.1");
    private static final List<String> MELLANOX = List.of("mlx5", "mlx4");
    private static final List<String> IRDMA = List.of("irdma", "irdma-gen1", "irdma-gen3");
    private static final List<String> IRDMA_ROCE = List.of("irdma", "irdma-gen3");
    private static final List<String> BNXT_RE = List.of("bnxt_re", "bnxt_re-variable");
    private static final List<String> HNS = List.of("hns", "hns-hip08");
    private static final List<String> SPEC = List.of("spec");
    private static final List<String> OLD_PAGES = List.of("solaris", "aix");

    private static final AhAttr PEER =
            AhAttr.global(GlobalRoute.to(Gid.parse("fe80:0000:0000:0000:0000:0000:0000:0002"), 0), 1);
    private static final CqModeration MODERATION = new CqModeration(1, 1);
    private static final McastRequest GROUP =
            new McastRequest(QpType.UD.value(), Gid.parse("ff0e:0000:0000:0000:0000:0000:0000:0001"), 0xC000);
    private static final FlowRequest RULE = new FlowRequest(
            QpType.RAW_PACKET.value(), FlowAttr.builder().port(1).build());
    private static final RwqIndTableRequest TABLE = new RwqIndTableRequest(List.of(4L, 5L, 6L, 7L), 0);
    private static final QpOpenRequest TARGET = new QpOpenRequest(
            QpType.XRC_RECV.value(), Flags.of(QpOpenAttr.Mask.NUM, QpOpenAttr.Mask.XRCD, QpOpenAttr.Mask.TYPE));
    private static final MrRequest REGION = new MrRequest(1 << 20, 4096, Flags.of(AccessFlag.LOCAL_WRITE));
    private static final SrqAttr SRQ = new SrqAttr(127, 1, 0);

    /** Returns each verb with a call, the expected grant if it is known, and the models that offer the verb. */
    private static Stream<Arguments> verbs() {
        return Stream.of(
                verb(
                        "ibv_create_cq_ex",
                        model -> model.createCq(new CqRequest(
                                true,
                                100,
                                0,
                                Flags.none(WcFlag.class),
                                Flags.none(CqCreateFlag.class),
                                Flags.none(CqInitAttr.Mask.class))),
                        Optional.empty(),
                        SPEC,
                        RXE,
                        MELLANOX,
                        IRDMA_ROCE,
                        HNS,
                        List.of("efa")),
                verb(
                        "ibv_resize_cq",
                        model -> model.resizeCq(127, 100),
                        Optional.empty(),
                        SPEC,
                        OLD_PAGES,
                        RXE,
                        MELLANOX,
                        IRDMA_ROCE,
                        BNXT_RE),
                verb(
                        "ibv_modify_cq",
                        model -> model.moderateCq(MODERATION),
                        Optional.of(MODERATION),
                        SPEC,
                        MELLANOX,
                        HNS),
                verb(
                        "ibv_get_srq_num",
                        model -> model.getSrqNum(SrqType.XRC),
                        Optional.of(SrqType.XRC),
                        SPEC,
                        MELLANOX,
                        HNS),
                verb(
                        "ibv_create_wq",
                        model -> model.createWq(new WqRequest(
                                WqType.RQ.value(), 64, 1, Flags.none(WqFlag.class), Flags.none(WqInitAttr.Mask.class))),
                        Optional.of(new WqCap(64, 1)),
                        SPEC,
                        MELLANOX,
                        List.of("mana")),
                verb(
                        "ibv_modify_wq",
                        model -> model.modifyWq(new WqChange(
                                WqState.RESET,
                                WqAttr.builder().wqState(WqState.RDY).build())),
                        Optional.of(WqState.RDY),
                        SPEC,
                        MELLANOX),
                verb(
                        "ibv_create_rwq_ind_table",
                        model -> model.createRwqIndTable(TABLE),
                        Optional.of(TABLE),
                        SPEC,
                        MELLANOX,
                        List.of("mana")),
                verb(
                        "ibv_open_xrcd",
                        model -> model.openXrcd(XrcdInitAttr.privateDomain()),
                        Optional.empty(),
                        SPEC,
                        MELLANOX,
                        HNS),
                verb("ibv_open_qp", model -> model.openQp(TARGET), Optional.of(TARGET), SPEC, MELLANOX, HNS),
                verb(
                        "ibv_attach_mcast",
                        model -> model.attachMcast(GROUP),
                        Optional.of(GROUP),
                        SPEC,
                        List.of("solaris"),
                        RXE,
                        MELLANOX,
                        IRDMA_ROCE),
                verb("ibv_create_flow", model -> model.createFlow(RULE), Optional.of(RULE), SPEC, MELLANOX),
                verb(
                        "ibv_alloc_mw",
                        model -> model.allocMw(MwType.TYPE_1),
                        Optional.of(MwType.TYPE_1),
                        SPEC,
                        RXE,
                        MELLANOX,
                        IRDMA),
                verb("ibv_rereg_mr", model -> model.reregMr(REGION), Optional.of(REGION), SPEC, MELLANOX, IRDMA, HNS));
    }

    @SafeVarargs
    private static Arguments verb(
            String name, Function<DriverModel, Verdict<?>> call, Optional<?> granted, List<String>... offering) {
        return Arguments.of(
                name, call, granted, Stream.of(offering).flatMap(List::stream).toList());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("verbs")
    void aVerbIsGrantedWhereItIsOfferedAndNotSupportedElsewhere(
            String verb, Function<DriverModel, Verdict<?>> call, Optional<?> granted, List<String> offering) {
        for (DriverModel model : DriverModels.all()) {
            Verdict<?> verdict = call.apply(model);
            if (offering.contains(model.name())) {
                assertThat(verdict).as(model.name()).isInstanceOf(Verdict.Granted.class);
                assertThat(((Verdict.Granted<?>) verdict).grant())
                        .as(model.name())
                        .isNotNull();
                granted.ifPresent(
                        grant -> assertThat(verdict).as(model.name()).isEqualTo(new Verdict.Granted<>(grant)));
            } else {
                assertNotOffered(verb, model, verdict);
            }
        }
    }

    private static void assertNotOffered(String verb, DriverModel model, Verdict<?> verdict) {
        assertThat(verdict).as(model.name()).isInstanceOf(Verdict.Refused.class);
        Verdict.Refused<?> refusal = refusal(verdict);
        assertThat(refusal.errno()).as(model.name()).isEqualTo(Errno.EOPNOTSUPP);
        assertThat(refusal.violations())
                .as(model.name())
                .extracting(Violation::attribute, Violation::requested, Violation::limit)
                .containsExactly(tuple(verb, "called", "not offered"));
    }

    /** The plain call could carry this request, but ibv_create_qp_ex does not use it with SEND_OPS_FLAGS. */
    @ParameterizedTest
    @MethodSource("withoutExtendedCall")
    void theExtendedCallIsNotSupportedByOldPagesAndOldLibraries(String name) {
        QpRequest request = QpRequests.extended(
                QpType.RC,
                new QpCap(16, 16, 1, 1, 0),
                Flags.of(QpInitAttr.Mask.PD, QpInitAttr.Mask.SEND_OPS_FLAGS),
                Flags.none(QpCreateFlag.class),
                Flags.of(SendOp.SEND));

        assertNotOffered("ibv_create_qp_ex", model(name), model(name).createQp(request));
    }

    private static Stream<String> withoutExtendedCall() {
        return Stream.of(OLD_PAGES, IRDMA, List.of("siw", "erdma")).flatMap(List::stream);
    }

    @ParameterizedTest
    @MethodSource("sharedReceiveQueues")
    void notEveryDriverSupportsSharedReceiveQueues(DriverModel model) {
        boolean plain =
                !List.of("aix", "irdma", "irdma-gen1", "efa", "erdma", "mana").contains(model.name());
        boolean xrc = Stream.of(SPEC, MELLANOX, HNS).anyMatch(group -> group.contains(model.name()));

        Verdict<SrqGrant> basic = model.createSrq(SrqRequest.plain(SRQ));
        Verdict<SrqGrant> ofDomain = model.createSrq(xrc());
        Verdict<SrqAttr> armed =
                model.modifySrq(new SrqChange(SRQ, new SrqAttr(0, 0, 10), Flags.of(SrqAttr.Mask.LIMIT)));

        if (plain) {
            assertThat(basic.orElseThrow("ibv_create_srq", model.name())
                            .granted()
                            .maxWr())
                    .isGreaterThanOrEqualTo(127);
            assertThat(armed).isEqualTo(new Verdict.Granted<>(new SrqAttr(127, 1, 10)));
        } else {
            assertNotOffered("ibv_create_srq", model, basic);
            assertThat(armed).isInstanceOf(Verdict.Refused.class);
        }
        if (xrc) {
            assertThat(ofDomain.orElseThrow("ibv_create_srq_ex", model.name())).isNotNull();
        } else {
            assertThat(refusal(ofDomain).errno()).isEqualTo(Errno.EOPNOTSUPP);
        }
    }

    private static Stream<DriverModel> sharedReceiveQueues() {
        return DriverModels.all().stream();
    }

    private static SrqRequest xrc() {
        return new SrqRequest(
                true,
                SRQ,
                SrqType.XRC.value(),
                Flags.of(SrqInitAttr.Mask.TYPE, SrqInitAttr.Mask.PD, SrqInitAttr.Mask.XRCD, SrqInitAttr.Mask.CQ),
                new TmCap(0, 0));
    }

    /**
     * libsiw, libirdma and libbnxt_re have only the plain call. ibv_create_srq_ex uses it for a BASIC queue with a
     * protection domain.
     */
    @ParameterizedTest
    @MethodSource("plainSharedReceiveQueues")
    void anExtendedRequestForABasicQueueIsThePlainCall(String name) {
        SrqRequest basic = new SrqRequest(
                true,
                SRQ,
                SrqType.BASIC.value(),
                Flags.of(SrqInitAttr.Mask.TYPE, SrqInitAttr.Mask.PD),
                new TmCap(0, 0));
        SrqRequest withoutDomain =
                new SrqRequest(true, SRQ, SrqType.BASIC.value(), Flags.of(SrqInitAttr.Mask.TYPE), new TmCap(0, 0));
        DriverModel model = model(name);

        assertThat(model.createSrq(basic)).isEqualTo(model.createSrq(SrqRequest.plain(SRQ)));
        assertNotOffered("ibv_create_srq_ex", model, model.createSrq(withoutDomain));
        assertNotOffered("ibv_create_srq_ex", model, model.createSrq(xrc()));
    }

    private static Stream<String> plainSharedReceiveQueues() {
        return Stream.of("siw", "irdma-gen3", "bnxt_re");
    }

    /** The kernel drivers of iWARP and mana have no address handles. HIP08 has no datagrams. */
    @ParameterizedTest
    @MethodSource("sharedReceiveQueues")
    void addressHandlesAreForDatagrams(DriverModel model) {
        Verdict<AhAttr> verdict = model.createAh(PEER, 1);

        if (List.of("siw", "erdma", "irdma-gen1", "mana").contains(model.name())) {
            assertNotOffered("ibv_create_ah", model, verdict);
        } else if (model.name().equals("hns-hip08")) {
            assertThat(refusal(verdict).errno()).isEqualTo(Errno.EINVAL);
        } else {
            assertThat(verdict).isEqualTo(new Verdict.Granted<>(PEER));
        }
    }
}
