// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.core.model.drivers.DriverModelTest.model;
import static org.verbena.core.model.drivers.DriverModelTest.refusal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.QpOpenAttr;
import org.verbena.XrcdInitAttr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.FlowAttr;
import org.verbena.attr.FlowAttrType;
import org.verbena.attr.FlowFlag;
import org.verbena.attr.FlowSpec;
import org.verbena.attr.FlowSpecType;
import org.verbena.attr.Gid;
import org.verbena.attr.GlobalRoute;
import org.verbena.attr.QpType;
import org.verbena.core.model.DriverModels;
import org.verbena.core.model.drivers.QpChanges;
import org.verbena.error.Errno;
import org.verbena.error.Violation;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.FlowRequest;
import org.verbena.spi.model.McastRequest;
import org.verbena.spi.model.MrRequest;
import org.verbena.spi.model.QpOpenRequest;
import org.verbena.spi.model.Verdict;

/** Tests the requests for smaller objects that libibverbs and the kernel's core reject for every driver. */
class ObjectRulesTest {
    private static final Gid PEER = Gid.parse("fe80:0000:0000:0000:0000:0000:0000:0002");
    private static final Gid GROUP = Gid.parse("ff0e:0000:0000:0000:0000:0000:0000:0001");
    private static final long PAGE = 4096;
    private static final long SOMEWHERE = 1 << 20;
    private static final long GLOBAL = 1L << 38;
    private static final long PERSISTENT = 1L << 39;

    private static Stream<DriverModel> all() {
        return DriverModels.all().stream();
    }

    // ---------------------------------------------------------------- memory regions

    @ParameterizedTest
    @MethodSource("all")
    void remoteWriteAccessRequiresLocalWriteAccess(DriverModel model) {
        MrRequest local = region(SOMEWHERE, PAGE, AccessFlag.LOCAL_WRITE);

        assertThat(model.regMr(local)).isEqualTo(new Verdict.Granted<>(local));
        assertThat(errno(model.regMr(region(SOMEWHERE, PAGE, AccessFlag.REMOTE_WRITE))))
                .isEqualTo(Errno.EINVAL);
        // efa does not support atomics, but the check of the core comes first.
        assertThat(errno(model.regMr(region(SOMEWHERE, PAGE, AccessFlag.REMOTE_ATOMIC))))
                .isEqualTo(Errno.EINVAL);
    }

    @ParameterizedTest
    @MethodSource("all")
    void aRegionOutsideUserMemoryFailsWithEfault(DriverModel model) {
        long end = 1L << 47;

        assertThat(model.regMr(region(1 << 16, PAGE, AccessFlag.LOCAL_WRITE))).isInstanceOf(Verdict.Granted.class);
        assertThat(errno(model.regMr(region((1 << 16) - 1, PAGE, AccessFlag.LOCAL_WRITE))))
                .isEqualTo(Errno.EFAULT);
        assertThat(model.regMr(region(end - PAGE, PAGE, AccessFlag.LOCAL_WRITE)))
                .isInstanceOf(Verdict.Granted.class);
        assertThat(errno(model.regMr(region(end, PAGE, AccessFlag.LOCAL_WRITE))))
                .isEqualTo(Errno.EFAULT);
    }

    @Test
    void aRegionTouchesAPageAndDoesNotWrapAround() {
        DriverModel model = model("mlx5");

        assertThat(attributes(model.regMr(region(SOMEWHERE, 0, AccessFlag.LOCAL_WRITE))))
                .containsExactly("length");
        assertThat(model.regMr(region(SOMEWHERE + 1, 0, AccessFlag.LOCAL_WRITE)))
                .isInstanceOf(Verdict.Granted.class);
        assertThat(attributes(model.regMr(region(SOMEWHERE, -SOMEWHERE, AccessFlag.LOCAL_WRITE))))
                .containsExactly("length");
        // A region that ends within the last page wraps around when its end is rounded up.
        assertThat(attributes(model.regMr(region(SOMEWHERE, -SOMEWHERE - PAGE + 1, AccessFlag.LOCAL_WRITE))))
                .containsExactly("length");
        assertThat(model.regMr(region(SOMEWHERE, -SOMEWHERE - PAGE, AccessFlag.LOCAL_WRITE)))
                .isInstanceOf(Verdict.Granted.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"siw", "erdma", "hns"})
    void someDriversRejectEmptyRegions(String driver) {
        assertThat(attributes(model(driver).regMr(region(SOMEWHERE + 1, 0, AccessFlag.LOCAL_WRITE))))
                .contains("length");
        assertThat(model(driver).regMr(region(SOMEWHERE + 1, 1, AccessFlag.LOCAL_WRITE)))
                .isInstanceOf(Verdict.Granted.class);
    }

    /** libhns fails with EINVAL before the kernel can fail with EFAULT. */
    @Test
    void hnsLooksForAnAddressItself() {
        assertThat(errno(model("hns").regMr(region(0, PAGE, AccessFlag.LOCAL_WRITE))))
                .isEqualTo(Errno.EINVAL);
        assertThat(errno(model("mlx5").regMr(region(0, PAGE, AccessFlag.LOCAL_WRITE))))
                .isEqualTo(Errno.EFAULT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"spec", "mlx5", "rxe-6.1"})
    void aZeroBasedRegionBeginsAtAPage(String driver) {
        Flags<AccessFlag> zeroBased = Flags.of(AccessFlag.LOCAL_WRITE, AccessFlag.ZERO_BASED);

        assertThat(model(driver).regMr(new MrRequest(SOMEWHERE, PAGE, zeroBased)))
                .isInstanceOf(Verdict.Granted.class);
        assertThat(attributes(model(driver).regMr(new MrRequest(SOMEWHERE + 8, PAGE, zeroBased))))
                .containsExactly("addr");
    }

    @Test
    void specialAccessRequiresADeviceCapability() {
        DriverModel without = model("mlx5");
        DriverModel paging = without.withLimits(without.limits().with("odp_caps.general_caps", 1));
        DriverModel flushing = without.withLimits(without.limits().with("device_cap_flags_ex", GLOBAL));
        DriverModel persisting = without.withLimits(without.limits().with("device_cap_flags_ex", PERSISTENT));

        assertSupports(paging, without, AccessFlag.ON_DEMAND);
        assertSupports(flushing, persisting, AccessFlag.FLUSH_GLOBAL);
        assertSupports(persisting, flushing, AccessFlag.FLUSH_PERSISTENT);
    }

    private static void assertSupports(DriverModel supporting, DriverModel refusing, AccessFlag access) {
        MrRequest request = region(SOMEWHERE, PAGE, access);
        assertThat(supporting.regMr(request)).isEqualTo(new Verdict.Granted<>(request));
        assertThat(errno(refusing.regMr(request))).isEqualTo(Errno.EOPNOTSUPP);
    }

    /** Bits 20 to 29 are optional. The kernel rejects other unknown bits. */
    @ParameterizedTest
    @CsvSource({"mlx5, 10", "rxe, 10", "rxe-6.1, 10", "spec, 30"})
    void unknownAccessBitsAreRejected(String driver, int bit) {
        Flags<AccessFlag> odd = Flags.ofMask(AccessFlag.class, 1L << bit | 1);
        Flags<AccessFlag> hint = Flags.ofMask(AccessFlag.class, 1L << 29 | 1);

        assertThat(errno(model(driver).regMr(new MrRequest(SOMEWHERE, PAGE, odd))))
                .isEqualTo(Errno.EINVAL);
        assertThat(model(driver).regMr(new MrRequest(SOMEWHERE, PAGE, hint))).isInstanceOf(Verdict.Granted.class);
    }

    /** The memory of a process is not persistent (rxe_mr_fill_pages_from_sgt). Linux 6.1 supports neither flush. */
    @ParameterizedTest
    @CsvSource({"rxe, FLUSH_GLOBAL, ''", "rxe, FLUSH_PERSISTENT, EINVAL", "rxe-6.1, FLUSH_GLOBAL, EINVAL"})
    void rxeSupportsOnlyTheGlobalFlush(String driver, AccessFlag access, String errno) {
        Verdict<MrRequest> verdict = model(driver).regMr(region(SOMEWHERE, PAGE, access));

        assertThat(verdict instanceof Verdict.Granted ? "" : errno(verdict).name())
                .isEqualTo(errno);
    }

    private static MrRequest region(long address, long length, AccessFlag access) {
        return new MrRequest(address, length, Flags.of(access));
    }

    // ---------------------------------------------------------------- addresses

    @ParameterizedTest
    @ValueSource(strings = {"spec", "mlx5", "mlx4", "rxe", "irdma", "bnxt_re", "hns", "efa"})
    void anAddressRequiresAnExistingPortAndGid(String driver) {
        DriverModel usual = model(driver);
        DriverModel model =
                usual.withLimits(usual.limits().with("gid_tbl_len", 8).with("phys_port_cnt", 2));

        assertThat(model.createAh(address(2, 7), 8)).isInstanceOf(Verdict.Granted.class);
        assertThat(attributes(model.createAh(address(0, 7), 8))).containsExactly("attr.port_num");
        assertThat(attributes(model.createAh(address(3, 7), 8))).containsExactly("attr.port_num");
        assertThat(errno(model.createAh(address(1, 8), 9))).isEqualTo(Errno.EINVAL);
        assertThat(errno(model.createAh(address(1, 7), 7))).isEqualTo(Errno.ENODATA);
    }

    /** check_sl_valid of hns_roce_hw_v2.c limits the service level to 7. */
    @Test
    void hnsHasEightServiceLevels() {
        GlobalRoute route = GlobalRoute.to(PEER, 0);
        AhAttr highest = AhAttr.builder().grh(route).portNum(1).sl(7).build();
        AhAttr beyond = AhAttr.builder().grh(route).portNum(1).sl(8).build();

        assertThat(model("hns").createAh(highest, 1)).isInstanceOf(Verdict.Granted.class);
        assertThat(attributes(model("hns").createAh(beyond, 1))).containsExactly("attr.sl");
        assertThat(attributes(
                        model("hns").modifyQp(QpChanges.step(QpChanges.toRtr().ahAttr(beyond)))))
                .containsExactly("ah_attr.sl");
    }

    @Test
    void onlyInfiniBandAddressesByLid() {
        AhAttr lid = AhAttr.builder().dlid(5).portNum(1).build();

        assertThat(model("spec").createAh(lid, 1)).isInstanceOf(Verdict.Granted.class);
        assertThat(attributes(model("rxe").createAh(lid, 1))).containsExactly("attr.is_global");
    }

    private static AhAttr address(int port, int sgidIndex) {
        return AhAttr.global(GlobalRoute.to(PEER, sgidIndex), port);
    }

    // ---------------------------------------------------------------- groups

    @Test
    void aGroupHasAMulticastGidAndDatagrams() {
        DriverModel rxe = model("rxe");

        assertThat(rxe.attachMcast(new McastRequest(QpType.UD.value(), GROUP, 0)))
                .isInstanceOf(Verdict.Granted.class);
        assertThat(attributes(rxe.attachMcast(new McastRequest(QpType.UD.value(), PEER, 0))))
                .containsExactly("gid");
        assertThat(attributes(rxe.attachMcast(new McastRequest(QpType.RC.value(), GROUP, 0))))
                .containsExactly("qp_type");
    }

    @ParameterizedTest
    @CsvSource({"0xBFFF, false", "0xC000, true", "0xFFFE, true", "0xFFFF, false"})
    void infiniBandKeepsARangeOfLidsForGroups(String lid, boolean granted) {
        McastRequest request = new McastRequest(QpType.UD.value(), GROUP, Integer.decode(lid));

        assertThat(model("spec").attachMcast(request) instanceof Verdict.Granted)
                .isEqualTo(granted);
    }

    // ---------------------------------------------------------------- flow rules

    @ParameterizedTest
    @CsvSource({"UD, 1, true", "RAW_PACKET, 1, true", "RC, 1, false", "UD, 0, false", "UD, 2, false"})
    void aFlowRuleRequiresAPortAndAUdOrRawQueuePair(QpType type, int port, boolean granted) {
        FlowRequest request =
                new FlowRequest(type.value(), FlowAttr.builder().port(port).build());

        assertThat(model("mlx5").createFlow(request) instanceof Verdict.Granted).isEqualTo(granted);
        assertThat(model("mlx4").createFlow(request) instanceof Verdict.Granted).isEqualTo(granted);
        FlowRequest ofTwo =
                new FlowRequest(type.value(), FlowAttr.builder().port(port).build());
        DriverModel spec = model("spec");
        DriverModel onePort = spec.withLimits(spec.limits().with("phys_port_cnt", 1));
        assertThat(onePort.createFlow(ofTwo) instanceof Verdict.Granted).isEqualTo(granted);
    }

    @Test
    void aFlowRuleHasTenLayersAtMost() {
        assertThat(model("mlx5").createFlow(layers(10))).isInstanceOf(Verdict.Granted.class);
        assertThat(attributes(model("mlx5").createFlow(layers(11)))).containsExactly("num_of_specs");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mlx5 | NORMAL | 2 | true",
                "mlx5 | NORMAL | 4 | true",
                "mlx5 | NORMAL | 8 | false",
                "mlx5 | ALL_DEFAULT | 2 | false",
                "mlx5 | MC_DEFAULT | 2 | false",
                "mlx5 | ALL_DEFAULT | 4 | false",
                "mlx5 | SNIFFER | 2 | true",
                "mlx4 | NORMAL | 2 | true",
                "mlx4 | NORMAL | 4 | false",
                "mlx4 | SNIFFER | 2 | false",
                "spec | NORMAL | 6 | true",
                "spec | SNIFFER | 2 | false",
                "spec | SNIFFER | 0 | true"
            })
    void aFlowRuleTakesTheFlagsOfItsType(String driver, FlowAttrType type, long flags, boolean granted) {
        FlowAttr attr = FlowAttr.builder()
                .type(type)
                .port(1)
                .flags(Flags.ofMask(FlowFlag.class, flags))
                .build();

        Verdict<FlowRequest> verdict = model(driver).createFlow(new FlowRequest(QpType.RAW_PACKET.value(), attr));

        assertThat(verdict instanceof Verdict.Granted).isEqualTo(granted);
        if (!granted) {
            assertThat(attributes(verdict)).contains("flags");
        }
    }

    @Test
    void mlx4PassesOnlyFramesThatItTellsByTheirGroupBit() {
        FlowAttr.Builder passing = FlowAttr.builder().port(1).flags(Flags.of(FlowFlag.DONT_TRAP));
        byte[] mask = new byte[16];
        mask[0] = 1;
        FlowSpec group = FlowSpec.of(FlowSpecType.ETH, new byte[16], mask);
        int raw = QpType.RAW_PACKET.value();

        assertThat(model("mlx4")
                        .createFlow(new FlowRequest(raw, passing.spec(group).build())))
                .isInstanceOf(Verdict.Granted.class);
        assertThat(errno(model("mlx4")
                        .createFlow(new FlowRequest(raw, passing.priority(1).build()))))
                .isEqualTo(Errno.EOPNOTSUPP);
        FlowAttr exact = FlowAttr.builder()
                .port(1)
                .flags(Flags.of(FlowFlag.DONT_TRAP))
                .spec(FlowSpec.ethDst(new byte[6]))
                .build();
        assertThat(errno(model("mlx4").createFlow(new FlowRequest(raw, exact)))).isEqualTo(Errno.EINVAL);
    }

    @Test
    void aFlowTagHas24Bits() {
        assertThat(model("mlx5").createFlow(tagged(0xFF_FFFF))).isInstanceOf(Verdict.Granted.class);
        assertThat(attributes(model("mlx5").createFlow(tagged(0x100_0000)))).containsExactly("tag_id");
        assertThat(attributes(model("mlx4").createFlow(tagged(1)))).containsExactly("specs");
    }

    private static FlowRequest tagged(int tag) {
        byte[] value = ByteBuffer.allocate(4)
                .order(ByteOrder.nativeOrder())
                .putInt(tag)
                .array();
        FlowAttr attr = FlowAttr.builder()
                .port(1)
                .spec(FlowSpec.of(FlowSpecType.ACTION_TAG, value, new byte[0]))
                .build();
        return new FlowRequest(QpType.RAW_PACKET.value(), attr);
    }

    private static FlowRequest layers(int count) {
        FlowAttr.Builder attr = FlowAttr.builder().port(1);
        for (int i = 0; i < count; i++) {
            attr.spec(FlowSpec.ethDst(new byte[6]));
        }
        return new FlowRequest(QpType.RAW_PACKET.value(), attr.build());
    }

    // ---------------------------------------------------------------- XRC

    @ParameterizedTest
    @ValueSource(strings = {"spec", "mlx5", "mlx4", "hns"})
    void anXrcDomainRequiresFdAndOflags(String driver) {
        DriverModel model = model(driver);

        XrcdInitAttr whole = XrcdInitAttr.privateDomain();

        assertThat(model.openXrcd(whole)).isEqualTo(new Verdict.Granted<>(whole));
        assertThat(errno(model.openXrcd(domain(1)))).isEqualTo(Errno.EINVAL);
        assertThat(errno(model.openXrcd(domain(2)))).isEqualTo(Errno.EINVAL);
        assertThat(errno(model.openXrcd(domain(7)))).isEqualTo(Errno.EOPNOTSUPP);
    }

    private static XrcdInitAttr domain(int mask) {
        return XrcdInitAttr.builder()
                .compMask(Flags.ofMask(XrcdInitAttr.Mask.class, mask))
                .build();
    }

    @ParameterizedTest
    @ValueSource(strings = {"spec", "mlx5", "mlx4", "hns"})
    void aTargetIsFoundByDomainNumberAndType(String driver) {
        DriverModel model = model(driver);
        int needed = 0b1011;

        assertThat(model.openQp(target(QpType.XRC_RECV, needed))).isInstanceOf(Verdict.Granted.class);
        assertThat(errno(model.openQp(target(QpType.XRC_SEND, needed)))).isEqualTo(Errno.EINVAL);
        assertThat(errno(model.openQp(target(QpType.XRC_RECV, 0b0011)))).isEqualTo(Errno.EINVAL);
        assertThat(errno(model.openQp(target(QpType.XRC_RECV, 0b1001)))).isEqualTo(Errno.EINVAL);
        assertThat(errno(model.openQp(target(QpType.XRC_RECV, 0b11011)))).isEqualTo(Errno.EOPNOTSUPP);
    }

    private static QpOpenRequest target(QpType type, int mask) {
        return new QpOpenRequest(type.value(), Flags.ofMask(QpOpenAttr.Mask.class, mask));
    }

    private static Errno errno(Verdict<?> verdict) {
        return refusal(verdict).errno();
    }

    private static List<String> attributes(Verdict<?> verdict) {
        return refusal(verdict).violations().stream().map(Violation::attribute).toList();
    }
}
