// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AhAttr;
import org.verbena.attr.AttrStruct;
import org.verbena.attr.CqCreateFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.FlowAttr;
import org.verbena.attr.FlowAttrType;
import org.verbena.attr.FlowFlag;
import org.verbena.attr.FlowSpec;
import org.verbena.attr.Gid;
import org.verbena.attr.GlobalRoute;
import org.verbena.attr.Mtu;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SendOp;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.SrqType;
import org.verbena.attr.TmCap;
import org.verbena.attr.WcFlag;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqFlag;
import org.verbena.attr.WqState;
import org.verbena.attr.WqType;
import org.verbena.error.InvalidRequestException;

/** Tests the rules that all attribute classes share. */
class AttrStructTest {
    private static final CompletionQueue CQ = handle(CompletionQueue.class, "cq0");
    private static final ProtectionDomain PD = handle(ProtectionDomain.class, "pd0");
    private static final XrcDomain XRCD = handle(XrcDomain.class, "xrcd0");
    private static final FlowSpec SPEC = FlowSpec.ethDst(new byte[6]);
    private static final ByteBuffer BUFFER = ByteBuffer.allocateDirect(16);
    private static final GlobalRoute ROUTE = GlobalRoute.to(Gid.of(new byte[16]), 3);

    static Stream<Sample<?, ?>> samples() {
        return Stream.of(
                new Sample<>(
                        () -> QpAttr.builder()
                                .portNum(1)
                                .qpState(QpState.INIT)
                                .pathMtuCode(77)
                                .qpAccessFlags(Flags.ofMask(AccessFlag.class, 0x8000_0005L)),
                        QpAttr.Builder::build,
                        QpAttr::toBuilder,
                        builder -> builder.portNum(2),
                        "ibv_qp_attr[qp_state=IBV_QPS_INIT, path_mtu=77, "
                                + "qp_access_flags=IBV_ACCESS_LOCAL_WRITE|IBV_ACCESS_REMOTE_READ|0x80000000, port_num=1]",
                        fields("qp_state", QpState.INIT)
                                .and("path_mtu", 77)
                                .and("qp_access_flags", Flags.ofMask(AccessFlag.class, 0x8000_0005L))
                                .and("port_num", 1)),
                new Sample<>(
                        () -> WqAttr.builder().flags(WqFlag.DELAY_DROP).wqState(WqState.RDY),
                        WqAttr.Builder::build,
                        WqAttr::toBuilder,
                        builder -> builder.flagsMask(WqFlag.DELAY_DROP),
                        "ibv_wq_attr[wq_state=IBV_WQS_RDY, flags=IBV_WQ_FLAGS_DELAY_DROP]",
                        fields("wq_state", WqState.RDY).and("flags", Flags.of(WqFlag.DELAY_DROP))),
                new Sample<>(
                        () -> AhAttr.builder().portNum(1).sl(0).grh(ROUTE),
                        AhAttr.Builder::build,
                        AhAttr::toBuilder,
                        builder -> builder.dlid(9),
                        "ibv_ah_attr[grh={dgid=" + ROUTE.dgid() + ", flow_label=0, sgid_index=" + ROUTE.sgidIndex()
                                + ", hop_limit=64, traffic_class=0}, sl=0, port_num=1]",
                        fields("grh", ROUTE).and("sl", 0).and("port_num", 1)),
                new Sample<>(
                        () -> FlowAttr.builder()
                                .spec(SPEC)
                                .type(FlowAttrType.SNIFFER)
                                .port(2)
                                .flags(Flags.none(FlowFlag.class)),
                        FlowAttr.Builder::build,
                        FlowAttr::toBuilder,
                        builder -> builder.spec(SPEC),
                        "ibv_flow_attr[type=IBV_FLOW_ATTR_SNIFFER, port=2, flags=0, specs=[" + SPEC + "]]",
                        fields("type", FlowAttrType.SNIFFER)
                                .and("port", 2)
                                .and("flags", Flags.none(FlowFlag.class))
                                .and("specs", List.of(SPEC))),
                new Sample<>(
                        () -> CqInitAttr.builder()
                                .flags(CqCreateFlag.SINGLE_THREADED)
                                .wcFlags(WcFlag.BYTE_LEN)
                                .cqe(16),
                        CqInitAttr.Builder::build,
                        CqInitAttr::toBuilder,
                        builder -> builder.compVector(1),
                        "ibv_cq_init_attr_ex[cqe=16, wc_flags=IBV_WC_EX_WITH_BYTE_LEN, "
                                + "flags=IBV_CREATE_CQ_ATTR_SINGLE_THREADED]",
                        fields("cqe", 16L)
                                .and("wc_flags", Flags.of(WcFlag.BYTE_LEN))
                                .and("flags", Flags.of(CqCreateFlag.SINGLE_THREADED))),
                new Sample<>(
                        () -> QpInitAttr.builder()
                                .sendCq(CQ)
                                .maxSendWr(8)
                                .qpType(QpType.UD)
                                .sqSigAll(true)
                                .pd(PD)
                                .sendOpsFlags(SendOp.SEND, SendOp.SEND_WITH_IMM),
                        QpInitAttr.Builder::build,
                        QpInitAttr::toBuilder,
                        builder -> builder.maxRecvWr(4),
                        "ibv_qp_init_attr_ex[send_cq=cq0, cap={max_send_wr=8, max_recv_wr=0, max_send_sge=0, "
                                + "max_recv_sge=0, max_inline_data=0}, qp_type=IBV_QPT_UD, sq_sig_all=1, pd=pd0, "
                                + "send_ops_flags=IBV_QP_EX_WITH_SEND|IBV_QP_EX_WITH_SEND_WITH_IMM]",
                        fields("send_cq", CQ)
                                .and("cap", QpCap.ZERO.withMaxSendWr(8))
                                .and("qp_type", QpType.UD)
                                .and("sq_sig_all", true)
                                .and("pd", PD)
                                .and("send_ops_flags", Flags.of(SendOp.SEND, SendOp.SEND_WITH_IMM))),
                new Sample<>(
                        () -> QpOpenAttr.builder().qpTypeCode(-1).xrcd(XRCD).qpNum(5),
                        QpOpenAttr.Builder::build,
                        QpOpenAttr::toBuilder,
                        builder -> builder.qpContext("mine"),
                        "ibv_qp_open_attr[qp_num=5, xrcd=xrcd0, qp_type=-1]",
                        fields("qp_num", 5L).and("xrcd", XRCD).and("qp_type", -1)),
                new Sample<>(
                        () -> SrqInitAttr.builder()
                                .tmCap(new TmCap(1, 2))
                                .srqType(SrqType.TM)
                                .maxWr(3),
                        SrqInitAttr.Builder::build,
                        SrqInitAttr::toBuilder,
                        builder -> builder.cq(CQ),
                        "ibv_srq_init_attr_ex[attr={max_wr=3, max_sge=0, srq_limit=0}, srq_type=IBV_SRQT_TM, "
                                + "tm_cap={max_num_tags=1, max_ops=2}]",
                        fields("attr", new SrqAttr(3, 0, 0))
                                .and("srq_type", SrqType.TM)
                                .and("tm_cap", new TmCap(1, 2))),
                new Sample<>(
                        () -> WqInitAttr.builder().cq(CQ).maxWr(3).wqType(WqType.RQ),
                        WqInitAttr.Builder::build,
                        WqInitAttr::toBuilder,
                        builder -> builder.createFlags(WqFlag.DELAY_DROP),
                        "ibv_wq_init_attr[wq_type=IBV_WQT_RQ, max_wr=3, cq=cq0]",
                        fields("wq_type", WqType.RQ).and("max_wr", 3L).and("cq", CQ)),
                new Sample<>(
                        () -> XrcdInitAttr.privateDomain().toBuilder(),
                        XrcdInitAttr.Builder::build,
                        XrcdInitAttr::toBuilder,
                        builder -> builder.fd(4),
                        "ibv_xrcd_init_attr[fd=-1, oflags=0x40]",
                        fields("fd", -1).and("oflags", XrcdInitAttr.O_CREAT)),
                new Sample<>(
                        () -> MrReregAttr.builder()
                                .access(Flags.of(AccessFlag.LOCAL_WRITE))
                                .memory(0x2000, -1)
                                .pd(PD),
                        MrReregAttr.Builder::build,
                        MrReregAttr::toBuilder,
                        builder -> builder.memory(BUFFER),
                        "ibv_rereg_mr[pd=pd0, addr=0x2000, length=18446744073709551615, "
                                + "access=IBV_ACCESS_LOCAL_WRITE]",
                        fields("pd", PD)
                                .and("addr", 0x2000L)
                                .and("length", -1L)
                                .and("access", Flags.of(AccessFlag.LOCAL_WRITE))));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void textHasTheSetFieldsByCName(Sample<?, ?> sample) {
        assertThat(sample.attr()).hasToString(sample.text());
    }

    @ParameterizedTest
    @MethodSource("samples")
    void fieldsAreTheSetFieldsInCOrder(Sample<?, ?> sample) {
        Map<String, Object> fields = sample.attr().fields();

        assertThat(fields).containsExactlyEntriesOf(sample.fields());
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(fields::clear);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void sameValuesAreEqual(Sample<?, ?> sample) {
        assertThat(sample.attr()).isEqualTo(sample.attr()).hasSameHashCodeAs(sample.attr());
    }

    @ParameterizedTest
    @MethodSource("samples")
    void anotherValueIsNotEqual(Sample<?, ?> sample) {
        assertThat(sample.attr()).isNotEqualTo(sample.changed()).isNotEqualTo(sample.text());
    }

    @ParameterizedTest
    @MethodSource("samples")
    void toBuilderCreatesEqualAttributes(Sample<?, ?> sample) {
        assertThat(sample.rebuilt()).isEqualTo(sample.attr()).hasToString(sample.text());
    }

    @ParameterizedTest
    @MethodSource("samples")
    void laterChangesOfTheBuilderDoNotReachTheAttributes(Sample<?, ?> sample) {
        assertThat(sample.builtBeforeAChange()).isEqualTo(sample.attr()).hasToString(sample.text());
        assertThat(sample.originalOfAChange()).isEqualTo(sample.attr()).hasToString(sample.text());
    }

    static Stream<Arguments> errors() {
        return Stream.of(
                error(
                        "ibv_qp_attr",
                        "port_num = 256, limit 0..255: the C field is a uint8_t",
                        () -> QpAttr.builder().portNum(256)),
                error(
                        "ibv_qp_attr",
                        "ah_attr = null, limit not null: the attribute needs a value",
                        () -> QpAttr.builder().ahAttr(null)),
                error(
                        "ibv_wq_attr",
                        "flags_mask = 4294967296, limit 0..4294967295",
                        () -> WqAttr.builder().flagsMask(Flags.ofMask(WqFlag.class, 1L << 32))),
                error(
                        "ibv_ah_attr",
                        "dlid = -1, limit 0..65535: the C field is a uint16_t",
                        () -> AhAttr.builder().dlid(-1)),
                error(
                        "ibv_create_flow",
                        "priority = 65536, limit 0..65535",
                        () -> FlowAttr.builder().priority(65536)),
                error(
                        "ibv_create_flow",
                        "spec = null, limit not null",
                        () -> FlowAttr.builder().spec(null)),
                error(
                        "ibv_cq_init_attr_ex",
                        "cqe = 2147483648, limit 0..2147483647",
                        () -> CqInitAttr.builder().cqe(1L << 31)),
                error(
                        "ibv_qp_init_attr_ex",
                        "max_tso_header = 65536, limit 0..65535",
                        () -> QpInitAttr.builder().maxTsoHeader(65536)),
                error(
                        "ibv_qp_cap",
                        "max_send_wr = -1, limit 0..4294967295",
                        () -> QpInitAttr.builder().maxSendWr(-1)),
                error(
                        "ibv_qp_open_attr",
                        "qp_type = UNKNOWN, limit a constant with a C name",
                        () -> QpOpenAttr.builder().qpType(QpType.UNKNOWN)),
                error(
                        "ibv_srq_init_attr_ex",
                        "cq = null, limit not null",
                        () -> SrqInitAttr.builder().cq(null)),
                error(
                        "ibv_wq_init_attr",
                        "max_sge = 4294967296, limit 0..4294967295",
                        () -> WqInitAttr.builder().maxSge(1L << 32)),
                error(
                        "ibv_xrcd_init_attr",
                        "comp_mask = 4294967296, limit 0..4294967295",
                        () -> XrcdInitAttr.builder().compMask(Flags.ofMask(XrcdInitAttr.Mask.class, 1L << 32))),
                error(
                        "ibv_rereg_mr",
                        "pd = null, limit not null",
                        () -> MrReregAttr.builder().pd(null)));
    }

    private static Arguments error(String struct, String violation, ThrowingCallable call) {
        return Arguments.of(struct, violation, call);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("errors")
    void anErrorNamesStructFieldValueAndLimit(String struct, String violation, ThrowingCallable call) {
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(call)
                .withMessageStartingWith(struct + " refused for request: " + violation);
    }

    @Test
    void defaultsThatAreSetExplicitlyAreEqualToTheDefaults() {
        AhAttr queried = AhAttr.builder().portNum(1).dlid(0).sl(0).build();

        assertThat(queried)
                .isEqualTo(AhAttr.builder().portNum(1).build())
                .hasSameHashCodeAs(AhAttr.builder().portNum(1).build());
    }

    @Test
    void aChangeOfMemoryReplacesTheFormerMemory() {
        MrReregAttr buffer =
                MrReregAttr.builder().memory(0x2000, 16).memory(BUFFER).build();
        MrReregAttr address =
                MrReregAttr.builder().memory(BUFFER).memory(0x2000, 16).build();

        assertThat(buffer.fields()).containsOnlyKeys("addr").containsValue(BUFFER);
        assertThat(buffer.length()).isZero();
        assertThat(buffer.flags()).isEqualTo(address.flags());
        assertThat(address.buffer()).isEmpty();
        assertThat(address).hasToString("ibv_rereg_mr[addr=0x2000, length=16]");
    }

    @Test
    void buffersAreComparedByIdentity() {
        MrReregAttr one = MrReregAttr.builder().memory(BUFFER).build();
        MrReregAttr other =
                MrReregAttr.builder().memory(ByteBuffer.allocateDirect(16)).build();

        assertThat(one).isNotEqualTo(other);
    }

    @Test
    void valuesPrintInCTerms() {
        assertThat(AttrStruct.text(Mtu.BYTES_1024)).isEqualTo("IBV_MTU_1024");
        assertThat(AttrStruct.text(Flags.of(AccessFlag.LOCAL_WRITE))).isEqualTo("IBV_ACCESS_LOCAL_WRITE");
        assertThat(AttrStruct.text(false)).isEqualTo("0");
        assertThat(AttrStruct.text(7L)).isEqualTo("7");
    }

    private static Fields fields(String name, Object value) {
        return new Fields().and(name, value);
    }

    private static <H> H handle(Class<H> type, String text) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> switch (method.getName()) {
                    case "equals" -> self == arguments[0];
                    case "hashCode" -> System.identityHashCode(self);
                    default -> text;
                }));
    }

    /** Expected fields, in C order. */
    private static final class Fields extends LinkedHashMap<String, Object> {
        private static final long serialVersionUID = 1;

        Fields and(String name, Object value) {
            put(name, value);
            return this;
        }
    }

    /** Attributes with some fields set, and the expected results. */
    private record Sample<A extends AttrStruct, B>(
            Supplier<B> builder,
            Function<B, A> build,
            Function<A, B> toBuilder,
            Consumer<B> change,
            String text,
            Fields fields) {
        A attr() {
            return build.apply(builder.get());
        }

        A changed() {
            B changed = builder.get();
            change.accept(changed);
            return build.apply(changed);
        }

        A rebuilt() {
            return build.apply(toBuilder.apply(attr()));
        }

        A builtBeforeAChange() {
            B used = builder.get();
            A built = build.apply(used);
            change.accept(used);
            return built;
        }

        A originalOfAChange() {
            A original = attr();
            change.accept(toBuilder.apply(original));
            return original;
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
