// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.cm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.verbena.attr.Ece;
import org.verbena.attr.Flags;
import org.verbena.attr.Gid;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.SaPathRec;
import org.verbena.cm.ConnParam;
import org.verbena.cm.JoinFlag;
import org.verbena.cm.PortSpace;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;
import org.verbena.libibverbs.abi.CField;
import org.verbena.libibverbs.abi.CmStructs.IbvEce;
import org.verbena.libibverbs.abi.CmStructs.IbvSaPathRec;
import org.verbena.libibverbs.abi.CmStructs.RdmaAddr;
import org.verbena.libibverbs.abi.CmStructs.RdmaCmId;
import org.verbena.libibverbs.abi.CmStructs.RdmaCmJoinMcAttrEx;
import org.verbena.libibverbs.abi.CmStructs.RdmaConnParam;
import org.verbena.libibverbs.abi.CmStructs.RdmaRoute;
import org.verbena.libibverbs.abi.QpStructs.IbvQpAttr;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.spi.cm.CmOption;
import org.verbena.spi.cm.DriverCmChannel;
import org.verbena.spi.cm.DriverCmId;

/** Checks the arguments that librdmacm receives for an identifier, and the structs that it returns. */
class NativeCmIdTest {
    private static final CField INT = new CField(0, CField.Type.S32, Integer.BYTES);
    private static final CField BYTE = new CField(0, CField.Type.U8, Byte.BYTES);

    private final FakeLibrdmacm fake = new FakeLibrdmacm();

    private DriverCmId id() {
        return fake.channel().createId(PortSpace.TCP);
    }

    private DriverCmId bound() {
        DriverCmId id = id();
        fake.bind(id);
        return id;
    }

    private static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    private String hex(long address, int length) {
        byte[] bytes = new byte[length];
        fake.c.memory().get(address, bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private static void assertRefused(String message, Runnable call) {
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(call::run)
                .withMessageContaining(message)
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL));
    }

    // ---------------------------------------------------------------- guards

    static Stream<Consumer<DriverCmId>> callsThatNeedADevice() {
        return Stream.of(
                id -> id.resolveRoute(1000),
                id -> id.connect(ConnParam.defaults()),
                id -> id.accept(ConnParam.defaults()),
                DriverCmId::disconnect);
    }

    /** librdmacm would crash without a device. */
    @ParameterizedTest
    @MethodSource("callsThatNeedADevice")
    void aCallWithoutADeviceDoesNotReachC(Consumer<DriverCmId> call) {
        DriverCmId id = id();
        fake.c.calls().clear();

        assertRefused("verbs = NULL, limit a device", () -> call.accept(id));
        assertThat(fake.c.calls()).isEmpty();

        fake.bind(id);
        call.accept(id);
        assertThat(fake.c.calls()).hasSize(1);
    }

    @Test
    void privateDataAboveTheLimitAreRejected() {
        DriverCmId id = bound();
        ByteBuffer tooLong = ByteBuffer.allocate(256);
        ConnParam param = ConnParam.builder().privateData(tooLong).build();

        assertRefused("private_data_len = 256, limit 0..255", () -> id.connect(param));
        assertRefused("private_data_len = 256, limit 0..255", () -> id.accept(param));
        assertRefused("private_data_len = 256, limit 0..255", () -> id.reject(tooLong, false));
    }

    @Test
    void anErrnoIsReported() {
        DriverCmId id = id();
        fake.c.export("rdma_listen", arguments -> fake.fail(Errno.EADDRINUSE));

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(() -> id.listen(1))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EADDRINUSE))
                .withMessageContaining("rdma_listen");
    }

    // ---------------------------------------------------------------- addresses

    @ParameterizedTest
    @CsvSource({
        "10.99.0.1, 7174, 02001c060a6300010000000000000000",
        "0.0.0.0, 65535, 0200ffff000000000000000000000000",
        "fd99::1, 7174, 0a001c0600000000fd99000000000000000000000000000100000000"
    })
    void anAddressIsWrittenInNetworkOrder(String text, int port, String expected) {
        DriverCmId id = id();
        String[] seen = {""};
        fake.c.export("rdma_bind_addr", arguments -> {
            seen[0] = hex(arguments[1], expected.length() / 2);
            return 0;
        });

        id.bindAddr(new InetSocketAddress(address(text), port));

        assertThat(seen[0]).isEqualTo(expected);
    }

    @Test
    void aMappedAddressAndAScopeStayIpv6() throws UnknownHostException {
        byte[] mapped = HexFormat.of().parseHex("00000000000000000000ffff0a630001");
        DriverCmId id = id();
        fake.c.export("rdma_bind_addr", arguments -> {
            addressField(id, RdmaAddr.SRC_STORAGE)
                    .memory()
                    .put(
                            addressField(id, RdmaAddr.SRC_STORAGE).address(),
                            HexFormat.of().parseHex(hex(arguments[1], 28)));
            return 0;
        });
        InetSocketAddress six = new InetSocketAddress(Inet6Address.getByAddress(null, mapped, 7), 1);

        id.bindAddr(six);

        InetSocketAddress read = id.localAddress().orElseThrow();
        assertThat(read).isEqualTo(six);
        assertThat(((Inet6Address) read.getAddress()).getScopeId()).isEqualTo(7);
    }

    private Struct addressField(DriverCmId id, CField field) {
        return fake.struct(id).inner(RdmaCmId.ROUTE).inner(RdmaRoute.ADDR).inner(field);
    }

    @ParameterizedTest
    @CsvSource({
        "0200ff0f0a630001, 10.99.0.1:65295",
        "0200000000000000, ",
        "0200000100000000, 0.0.0.0:1",
        "1b000000, ",
        "00000000, "
    })
    void anAddressIsRead(String bytes, String expected) {
        DriverCmId id = id();
        Struct peer = addressField(id, RdmaAddr.DST_STORAGE);
        peer.memory().put(peer.address(), HexFormat.of().parseHex(bytes));

        assertThat(id.peerAddress().map(address -> address.getAddress().getHostAddress() + ":" + address.getPort()))
                .isEqualTo(Optional.ofNullable(expected));
        assertThat(id.localAddress()).isEmpty();
    }

    @Test
    void anAddressIsResolvedWithOrWithoutASource() {
        fake.record("rdma_resolve_addr");
        DriverCmId id = id();
        InetSocketAddress peer = new InetSocketAddress(address("10.99.0.2"), 1);

        id.resolveAddr(Optional.empty(), peer, 2000);
        long[] arguments = fake.seen.get("rdma_resolve_addr");
        assertThat(arguments[1]).isZero();
        assertThat(hex(arguments[2], 8)).isEqualTo("020000010a630002");
        assertThat(arguments[3]).isEqualTo(2000);

        id.resolveAddr(Optional.of(new InetSocketAddress(address("10.99.0.1"), 0)), peer, 1);
        assertThat(hex(fake.seen.get("rdma_resolve_addr")[1], 8)).isEqualTo("020000000a630001");
    }

    // ---------------------------------------------------------------- properties

    @Test
    void aBoundIdentifierHasDeviceAndPort() {
        DriverCmId id = id();
        assertThat(id.device()).isEmpty();
        assertThat(id.portNum()).isZero();

        fake.bind(id);

        assertThat(id.device()).contains("fake_0");
        assertThat(id.portNum()).isEqualTo(1);
    }

    @Test
    void aPathIsReadInHostOrder() {
        DriverCmId id = id();
        assertThat(id.path()).isEmpty();
        byte[] gid = HexFormat.of().parseHex("00000000000000000000ffff0a630001");
        Struct path = fake.c
                .struct(64)
                .put(IbvSaPathRec.DGID, gid)
                .put(IbvSaPathRec.SGID, new byte[16])
                .put(IbvSaPathRec.DLID, 0x0102)
                .put(IbvSaPathRec.SLID, 0xFEFF)
                .put(IbvSaPathRec.RAW_TRAFFIC, 1)
                .put(IbvSaPathRec.FLOW_LABEL, 0x7856_8F00L)
                .put(IbvSaPathRec.HOP_LIMIT, 64)
                .put(IbvSaPathRec.TRAFFIC_CLASS, 255)
                .put(IbvSaPathRec.REVERSIBLE, 1)
                .put(IbvSaPathRec.NUMB_PATH, 2)
                .put(IbvSaPathRec.PKEY, 0xFF7F)
                .put(IbvSaPathRec.SL, 3)
                .put(IbvSaPathRec.MTU_SELECTOR, 2)
                .put(IbvSaPathRec.MTU, 5)
                .put(IbvSaPathRec.RATE_SELECTOR, 4)
                .put(IbvSaPathRec.RATE, 7)
                .put(IbvSaPathRec.PACKET_LIFE_TIME_SELECTOR, 6)
                .put(IbvSaPathRec.PACKET_LIFE_TIME, 16)
                .put(IbvSaPathRec.PREFERENCE, 8);
        Struct route = fake.struct(id).inner(RdmaCmId.ROUTE);
        route.put(RdmaRoute.PATH_REC, path.address());
        assertThat(id.path()).as("num_paths = 0").isEmpty();

        route.put(RdmaRoute.NUM_PATHS, 1);

        assertThat(id.path())
                .contains(new SaPathRec(
                        Gid.of(gid),
                        Gid.of(new byte[16]),
                        0x0201,
                        0xFFFE,
                        1,
                        0x000F_5678,
                        64,
                        255,
                        1,
                        2,
                        0x7FFF,
                        3,
                        2,
                        5,
                        4,
                        7,
                        6,
                        16,
                        8));
    }

    // ---------------------------------------------------------------- connections

    @Test
    void theParametersOfAConnectionAreWritten() {
        fake.record("rdma_connect");
        ByteBuffer data = ByteBuffer.wrap(new byte[] {9, 1, 2, 3}).position(1);

        bound().connect(ConnParam.builder()
                .privateData(data)
                .responderResources(4)
                .initiatorDepth(255)
                .flowControl(1)
                .retryCount(6)
                .rnrRetryCount(5)
                .srq(true)
                .qpNum(0xFFFF_FFFFL)
                .build());

        Struct param = fake.c.at(fake.seen.get("rdma_connect")[1]);
        assertThat(hex(param.get(RdmaConnParam.PRIVATE_DATA), 3)).isEqualTo("010203");
        assertThat(Stream.of(
                                RdmaConnParam.PRIVATE_DATA_LEN,
                                RdmaConnParam.RESPONDER_RESOURCES,
                                RdmaConnParam.INITIATOR_DEPTH,
                                RdmaConnParam.FLOW_CONTROL,
                                RdmaConnParam.RETRY_COUNT,
                                RdmaConnParam.RNR_RETRY_COUNT,
                                RdmaConnParam.SRQ,
                                RdmaConnParam.QP_NUM)
                        .map(param::get))
                .containsExactly(3L, 4L, 255L, 1L, 6L, 5L, 1L, 0xFFFF_FFFFL);
    }

    @Test
    void aRejectionPassesItsData() {
        fake.record("rdma_reject").record("rdma_reject_ece");
        DriverCmId id = bound();

        id.reject(ByteBuffer.wrap(new byte[] {7, 8}), false);
        long[] arguments = fake.seen.get("rdma_reject");
        assertThat(hex(arguments[1], 2)).isEqualTo("0708");
        assertThat(arguments[2]).isEqualTo(2);

        id.reject(ByteBuffer.allocate(0), true);
        assertThat(fake.seen.get("rdma_reject_ece")).startsWith(fake.struct(id).address(), 0, 0);
    }

    @Test
    void callsPassTheirArguments() {
        fake.record("rdma_listen")
                .record("rdma_notify")
                .record("rdma_migrate_id")
                .record("rdma_resolve_route");
        NativeCm cm = fake.open();
        DriverCmId id = cm.createChannel().createId(PortSpace.TCP);
        fake.bind(id);
        DriverCmChannel other = cm.createChannel();

        id.listen(-1);
        id.notifyEvent(4);
        id.resolveRoute(5);
        id.migrate(other);

        assertThat((int) fake.seen.get("rdma_listen")[1]).isEqualTo(-1);
        assertThat(fake.seen.get("rdma_notify")[1]).isEqualTo(4);
        assertThat(fake.seen.get("rdma_resolve_route")[1]).isEqualTo(5);
        assertThat(fake.seen.get("rdma_migrate_id")[1]).isEqualTo(((NativeCmChannel) other).pointer());
    }

    /** The kernel sets bits that verbs.h does not define. See ucma_modify_qp_rtr in cma.c of librdmacm. */
    @Test
    void unknownAttributesAreDropped() {
        int mask = 1 << 0 | 1 << 7 | 1 << 20 | 0xE0_0000 | 1 << 24;
        long[] asked = {0};
        fake.c.export("rdma_init_qp_attr", arguments -> {
            Struct attr = fake.c.at(arguments[1]);
            asked[0] = attr.get(IbvQpAttr.QP_STATE);
            attr.put(IbvQpAttr.DEST_QP_NUM, 77).put(IbvQpAttr.MIN_RNR_TIMER, 12);
            fake.c.at(arguments[2]).put(INT, mask);
            return 0;
        });

        QpAttr attr = bound().initQpAttr(QpState.RTR);

        assertThat(asked[0]).isEqualTo(QpState.RTR.value());
        assertThat(attr.destQpNum()).isEqualTo(77);
        assertThat(attr.attrMask()).isEqualTo(Flags.of(QpAttr.Mask.STATE, QpAttr.Mask.AV, QpAttr.Mask.DEST_QPN));
    }

    // ---------------------------------------------------------------- multicast and options

    @Test
    void aMembershipHasItsNumberAsContext() {
        fake.record("rdma_join_multicast").record("rdma_join_multicast_ex").record("rdma_leave_multicast");
        DriverCmId id = bound();
        InetAddress group = address("239.1.2.3");

        id.joinMulticast(group, JoinFlag.FULLMEMBER, 5);
        long[] full = fake.seen.get("rdma_join_multicast");
        assertThat(hex(full[1], 8)).isEqualTo("02000000ef010203");
        assertThat(full[2]).isEqualTo(5);

        id.joinMulticast(group, JoinFlag.SENDONLY_FULLMEMBER, 6);
        long[] sendOnly = fake.seen.get("rdma_join_multicast_ex");
        Struct attr = fake.c.at(sendOnly[1]);
        assertThat(attr.get(RdmaCmJoinMcAttrEx.COMP_MASK)).isEqualTo(3);
        assertThat(attr.get(RdmaCmJoinMcAttrEx.JOIN_FLAGS)).isEqualTo(1);
        assertThat(hex(attr.get(RdmaCmJoinMcAttrEx.ADDR), 8)).isEqualTo("02000000ef010203");
        assertThat(sendOnly[2]).isEqualTo(6);

        id.leaveMulticast(group);
        assertThat(hex(fake.seen.get("rdma_leave_multicast")[1], 16)).isEqualTo(hex(full[1], 16));
    }

    @ParameterizedTest
    @CsvSource({"TOS, 255", "REUSEADDR, 1", "AFONLY, 1", "ACK_TIMEOUT, 31"})
    void anOptionIsPassedInItsSize(CmOption option, int value) {
        fake.record("rdma_set_option");

        id().setOption(option, value);

        long[] arguments = fake.seen.get("rdma_set_option");
        assertThat(arguments[1]).isZero();
        assertThat(arguments[2]).isEqualTo(option.value());
        assertThat(arguments[4]).isEqualTo(option.size());
        assertThat(fake.c.at(arguments[3]).get(option.size() == 1 ? BYTE : INT)).isEqualTo(value);
    }

    @Test
    void eceOptionsAreReadAndWritten() {
        fake.c.export("rdma_get_remote_ece", arguments -> {
            fake.c.at(arguments[1]).put(IbvEce.VENDOR_ID, 0x15B3).put(IbvEce.OPTIONS, 0xFFFF_FFFFL);
            return 0;
        });
        fake.record("rdma_set_local_ece");
        DriverCmId id = id();

        assertThat(id.remoteEce()).isEqualTo(new Ece(0x15B3, 0xFFFF_FFFFL));
        id.setLocalEce(new Ece(0xFFFF_FFFFL, 3));

        assertThat(hex(fake.seen.get("rdma_set_local_ece")[1], IbvEce.SIZE)).isEqualTo("ffffffff0300000000000000");
    }
}
