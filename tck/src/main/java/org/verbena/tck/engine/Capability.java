// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.engine;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Consumer;
import org.verbena.CqInitAttr;
import org.verbena.MrReregAttr;
import org.verbena.QpOpenAttr;
import org.verbena.QueuePair;
import org.verbena.SrqInitAttr;
import org.verbena.XrcdInitAttr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AtomicCap;
import org.verbena.attr.CqCreateFlag;
import org.verbena.attr.DeviceCapFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.FlowAttr;
import org.verbena.attr.FlowAttrType;
import org.verbena.attr.FlowFlag;
import org.verbena.attr.FlowSpec;
import org.verbena.attr.FlowSpecType;
import org.verbena.attr.GidEntry;
import org.verbena.attr.GidType;
import org.verbena.attr.MwType;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.RxHashConf;
import org.verbena.attr.RxHashField;
import org.verbena.attr.SendOp;
import org.verbena.attr.SrqType;
import org.verbena.attr.TmCap;
import org.verbena.attr.TransportType;
import org.verbena.attr.WcFlag;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqFlag;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;
import org.verbena.tck.fixture.CmFixture;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.fixture.QpStateWalk;

/**
 * An optional capability of a device. The kit never decides by the device name: it uses the capability in its smallest
 * form. The capability is missing if the call fails as not supported, as not permitted, or because of the device type.
 */
public enum Capability {
    /** A driver with a model in Verbena. */
    MODEL(
            "a model of the driver",
            fixture -> require(fixture.context().explain().model().isPresent(), "explain", fixture)),

    /** Reliable connections. */
    RC("queue pairs of type RC", fixture -> fixture.qp(QpType.RC)),

    /** Unreliable connections. */
    UC("queue pairs of type UC", fixture -> fixture.qp(QpType.UC)),

    /** Unreliable datagrams. */
    UD("queue pairs of type UD", fixture -> fixture.qp(QpType.UD)),

    /** Raw Ethernet packets. */
    RAW_PACKET("queue pairs of type RAW_PACKET", fixture -> fixture.qp(QpType.RAW_PACKET)),

    /** Extended reliable connections. */
    XRC("XRC domains", fixture -> fixture.context().openXrcd(XrcdInitAttr.privateDomain())),

    /** Opening an existing XRC target queue pair. The check uses an invalid number. */
    OPEN_TARGET("ibv_open_qp", fixture -> {
        QpOpenAttr absent = QpOpenAttr.builder()
                .qpType(QpType.XRC_RECV)
                .qpNum(0xFF_FFFF)
                .xrcd(fixture.xrcd())
                .build();
        fixture.context().openQp(absent);
    }),

    /** Queue pairs with send builders. */
    SEND_OPS("ibv_create_qp_ex with send operations", fixture -> withOperation(fixture, SendOp.SEND)),

    /** Work requests that make writes visible or persistent. */
    FLUSH("ibv_wr_flush", fixture -> {
        withOperation(fixture, SendOp.FLUSH);
        region(fixture, AccessFlag.FLUSH_GLOBAL);
    }),

    /** Memory that keeps written data across a power failure. */
    PERSISTENT_MEMORY("persistent memory", fixture -> region(fixture, AccessFlag.FLUSH_PERSISTENT)),

    /** Atomic writes of 8 bytes. */
    ATOMIC_WRITE("ibv_wr_atomic_write", fixture -> withOperation(fixture, SendOp.ATOMIC_WRITE)),

    /** The extended creation call with more than a protection domain. */
    QP_EX(
            "ibv_create_qp_ex",
            fixture -> fixture.create(
                    fixture.request(fixture.anyType()).pd(fixture.pd()).createFlags(Flags.none(QpCreateFlag.class)))),

    /** Queue pairs that a modify moves to RTS. Those of iWARP need the connection manager for that. */
    CONNECT(
            "queue pairs that connect by ibv_modify_qp",
            fixture -> require(fixture.device().transportType() != TransportType.IWARP, "ibv_modify_qp", fixture)),

    /** A transition from RTS to SQD. Some drivers have no command for it. */
    SQD(
            "the state SQD",
            fixture -> optional(
                    () -> QpStateWalk.of(fixture, fixture.qp(QpType.RC)).to(QpState.SQD))),

    /** Queries of queue pair attributes. */
    QUERY_QP("ibv_query_qp", fixture -> fixture.qp(fixture.anyType()).query(Flags.of(QpAttr.Mask.STATE))),

    /** Datagrams in IPv4 packets: RoCE version 2 between ports with IPv4 addresses. */
    ROCE_V2_IPV4("RoCE v2 over IPv4", fixture -> {
        GidEntry entry = fixture.context().queryGidEntry(Fixture.PORT, fixture.gidIndex());
        require(entry.gidType() == GidType.ROCE_V2 && entry.gid().isMappedIpv4(), "ibv_query_gid_ex", fixture);
    }),

    /** Memory for work requests and completions. */
    WORK("memory for work requests", fixture -> fixture.context().newRecvBatch(1, 1)),

    /** Atomic operations of reliable connections. */
    ATOMICS(
            "atomic operations",
            fixture -> require(fixture.limits().atomicCap() != AtomicCap.NONE, "ibv_post_send", fixture)),

    /** Memory windows that a verb binds. */
    MW_TYPE_1("memory windows of type 1", fixture -> window(fixture, MwType.TYPE_1)),

    /** Memory windows that a work request binds. */
    MW_TYPE_2("memory windows of type 2", fixture -> window(fixture, MwType.TYPE_2)),

    /** Memory regions that change in place. */
    REREG_MR(
            "ibv_rereg_mr",
            fixture -> fixture.pd()
                    .allocMr(1, Flags.none(AccessFlag.class))
                    .rereg(MrReregAttr.builder()
                            .access(Flags.of(AccessFlag.REMOTE_READ))
                            .build())),

    /** Memory regions that change their memory. */
    REREG_TRANSLATION(
            "ibv_rereg_mr with other memory",
            fixture -> fixture.pd()
                    .allocMr(1, Flags.none(AccessFlag.class))
                    .rereg(MrReregAttr.builder()
                            .memory(ByteBuffer.allocateDirect(1))
                            .build())),

    /** Memory regions whose addresses begin at 0. */
    ZERO_BASED("zero-based memory", fixture -> region(fixture, AccessFlag.ZERO_BASED)),

    /** Memory regions that consist of huge pages. */
    HUGETLB("HUGETLB", fixture -> region(fixture, AccessFlag.HUGETLB)),

    /** Shared receive queues. */
    SRQ("shared receive queues", Fixture::srq),

    /** Tag matching. */
    TAG_MATCHING(
            "tag matching",
            fixture -> fixture.context()
                    .createSrqEx(SrqInitAttr.builder()
                            .srqType(SrqType.TM)
                            .pd(fixture.pd())
                            .cq(fixture.cqOfTags())
                            .tmCap(new TmCap(1, 1))
                            .maxWr(1)
                            .maxSge(1)
                            .build())),

    /** Work queues. */
    WQ("work queues", Fixture::wq),

    /** Receive-side scaling. */
    RSS("receive-side scaling", Fixture::rssQp),

    /** Flow rules that direct packets to a raw packet queue pair. */
    FLOW("flow rules", fixture -> fixture.qp(QpType.RAW_PACKET).createFlow(everything())),

    /** Flow rules that direct packets to a table of work queues. */
    RSS_FLOW("flow rules for receive-side scaling", fixture -> fixture.rssQp().createFlow(everything())),

    /** Members of a multicast group that receive no copy of their own messages. */
    BLOCK_SELF_MULTICAST("BLOCK_SELF_MCAST_LB", fixture -> flag(fixture, QpType.UD, QpCreateFlag.BLOCK_SELF_MCAST_LB)),

    /** Raw packet queue pairs that receive no copy of their own frames to a group. */
    BLOCK_SELF_FRAMES(
            "BLOCK_SELF_MCAST_LB of raw packets",
            fixture -> flag(fixture, QpType.RAW_PACKET, QpCreateFlag.BLOCK_SELF_MCAST_LB)),

    /** Large sends by send builders. */
    TSO_BUILDER(
            "ibv_wr_send_tso",
            fixture -> optional(() -> fixture.create(fixture.request(QpType.RAW_PACKET)
                    .pd(fixture.pd())
                    .maxTsoHeader(64)
                    .sendOpsFlags(SendOp.TSO)))),

    /** Datagrams with a source number other than that of the queue pair. */
    SOURCE_QPN(
            "SOURCE_QPN",
            fixture -> optional(() -> fixture.create(fixture.request(QpType.UD)
                    .pd(fixture.pd())
                    .createFlags(QpCreateFlag.SOURCE_QPN)
                    .sourceQpn(0x654321)))),

    /** Queue pairs that receive frame check sequences. */
    QP_SCATTER_FCS("SCATTER_FCS of queue pairs", fixture -> flag(fixture, QpType.RAW_PACKET, QpCreateFlag.SCATTER_FCS)),

    /** Queue pairs that strip 802.1Q tags. */
    QP_CVLAN_STRIPPING("CVLAN_STRIPPING of queue pairs", fixture -> {
        flag(fixture, QpType.RAW_PACKET, QpCreateFlag.CVLAN_STRIPPING);
        tagReader(fixture);
    }),

    /** Queue pairs that pad frames to the end of a cache line. */
    QP_END_PADDING(
            "PCI_WRITE_END_PADDING of queue pairs",
            fixture -> flag(fixture, QpType.RAW_PACKET, QpCreateFlag.PCI_WRITE_END_PADDING)),

    /** Large sends that the device splits into several frames. */
    TSO(
            "max_tso_header",
            fixture -> optional(() -> fixture.create(
                    fixture.request(QpType.RAW_PACKET).pd(fixture.pd()).maxTsoHeader(64)))),

    /** Checksums that the device writes into raw packets, and checks in them. */
    IP_CSUM(
            "RAW_IP_CSUM",
            fixture -> require(
                    fixture.limits().deviceCapFlags().contains(DeviceCapFlag.RAW_IP_CSUM), "ibv_post_send", fixture)),

    /** Flow rules that pass frames on to the next rule. */
    FLOW_DONT_TRAP("DONT_TRAP of flow rules", fixture -> flow(fixture, everyFrame(FlowFlag.DONT_TRAP))),

    /** Flow rules for sent frames. */
    FLOW_EGRESS("EGRESS of flow rules", fixture -> flow(fixture, everyFrame(FlowFlag.EGRESS))),

    /** Flow rules that give their frames a tag, and completions with that tag. */
    FLOW_TAG("FLOW_TAG", fixture -> {
        flow(fixture, everyFrame().spec(FlowSpec.of(FlowSpecType.ACTION_TAG, new byte[4], new byte[0])));
        fields(fixture, WcFlag.FLOW_TAG);
    }),

    /** Work queues that receive frame check sequences. */
    WQ_SCATTER_FCS("SCATTER_FCS of work queues", fixture -> flag(fixture, WqFlag.SCATTER_FCS)),

    /** Work queues that strip 802.1Q tags. */
    WQ_CVLAN_STRIPPING("CVLAN_STRIPPING of work queues", fixture -> {
        flag(fixture, WqFlag.CVLAN_STRIPPING);
        tagReader(fixture);
    }),

    /** Work queues that begin and end to strip 802.1Q tags. */
    WQ_CVLAN_CHANGE("changes of CVLAN_STRIPPING of work queues", fixture -> {
        optional(() -> fixture.wq()
                .modify(WqAttr.builder()
                        .flags(WqFlag.CVLAN_STRIPPING)
                        .flagsMask(WqFlag.CVLAN_STRIPPING)
                        .build()));
        tagReader(fixture);
    }),

    /** Work queues that delay frames until a receive is posted. */
    WQ_DELAY_DROP("DELAY_DROP", fixture -> flag(fixture, WqFlag.DELAY_DROP)),

    /** Work queues that pad frames to the end of a cache line. */
    WQ_END_PADDING("PCI_WRITE_END_PADDING of work queues", fixture -> flag(fixture, WqFlag.PCI_WRITE_END_PADDING)),

    /** Hashes of the security parameters index. */
    RSS_IPSEC_SPI("IPSEC_SPI", fixture -> hash(fixture, RxHashField.IPSEC_SPI)),

    /** Hashes of the packet inside a tunnel. */
    RSS_INNER("INNER", fixture -> hash(fixture, RxHashField.INNER)),

    /** Multicast groups. */
    MULTICAST("multicast groups", fixture -> fixture.qp(QpType.UD).attachMcast(Fixture.GROUP, fixture.groupLid())),

    /** Completion queues that can be resized. */
    RESIZE_CQ("ibv_resize_cq", fixture -> fixture.cq(1).resize(2)),

    /** Completion queues that overwrite completions. */
    IGNORE_OVERRUN("IGNORE_OVERRUN", fixture -> flag(fixture, CqCreateFlag.IGNORE_OVERRUN)),

    /** Completions with timestamps. */
    TIMESTAMPS(
            "timestamps of completions",
            fixture -> fixture.context()
                    .createCqEx(CqInitAttr.builder()
                            .cqe(1)
                            .wcFlags(WcFlag.COMPLETION_TIMESTAMP)
                            .build())),

    /** Completions with the wall-clock time. */
    WALLCLOCK_TIMESTAMPS(
            "COMPLETION_TIMESTAMP_WALLCLOCK", fixture -> fields(fixture, WcFlag.COMPLETION_TIMESTAMP_WALLCLOCK)),

    /** Completions with the local identifier and the service level of the sender. */
    SOURCE_PATH("SLID and SL", fixture -> fields(fixture, WcFlag.SLID, WcFlag.SL)),

    /** Completions with the path bits of the receiver's local identifier. */
    DLID_PATH_BITS("DLID_PATH_BITS", fixture -> fields(fixture, WcFlag.DLID_PATH_BITS)),

    /** Completions with the results of tag matching. */
    TM_INFO("TM_INFO", fixture -> fields(fixture, WcFlag.TM_INFO)),

    /** Completion queues for one thread. */
    SINGLE_THREADED_CQ("SINGLE_THREADED", fixture -> flag(fixture, CqCreateFlag.SINGLE_THREADED)),

    /** Channels that report completions. */
    COMP_CHANNEL("completion channels", fixture -> fixture.context().createCompChannel()),

    /** Connection management with an IPv4 address. */
    CM("connection management", CmFixture::require),

    /** An IPv6 address for connection management. */
    CM_IPV6("IPv6 address", CmFixture::requireIpv6),

    /** Extended completion queues. */
    CQ_EX(
            "ibv_create_cq_ex",
            fixture -> fixture.context()
                    .createCqEx(
                            CqInitAttr.builder().cqe(1).wcFlags(WcFlag.BYTE_LEN).build()));

    private final String description;

    @SuppressWarnings("ImmutableEnumChecker") // a lambda that captures nothing
    private final Consumer<Fixture> smallestUse;

    Capability(String description, Consumer<Fixture> smallestUse) {
        this.description = description;
        this.smallestUse = smallestUse;
    }

    /**
     * Returns the capability for queue pairs of a type.
     *
     * @param type the type
     * @return its capability
     */
    public static Capability of(QpType type) {
        return switch (type) {
            case RC -> RC;
            case UC -> UC;
            case UD -> UD;
            case RAW_PACKET -> RAW_PACKET;
            case XRC_SEND, XRC_RECV -> XRC;
            case DRIVER, UNKNOWN -> throw new IllegalArgumentException(type + " is not a capability");
        };
    }

    /**
     * Returns the exception that shows that the device lacks this capability.
     *
     * @param fixture the device
     * @return the exception, empty if the device has the capability
     */
    Optional<VerbsException> missing(Fixture fixture) {
        try {
            smallestUse.accept(fixture);
            return Optional.empty();
        } catch (VerbsException e) {
            // Any other error is a defect. The behaviour that needs the capability reports it.
            boolean lacks = e.errno().equals(Errno.EOPNOTSUPP) || e.errno().equals(Errno.EPERM) || isType(e);
            return lacks ? Optional.of(e) : Optional.empty();
        }
    }

    private static void withOperation(Fixture fixture, SendOp operation) {
        QueuePair qp = fixture.create(
                fixture.request(fixture.anyType()).pd(fixture.pd()).sendOpsFlags(operation));
        boolean hasFunction = qp.toQpEx()
                .filter(builders -> builders.sendOps().contains(operation))
                .isPresent();
        require(hasFunction, "ibv_create_qp_ex", fixture); // some libraries accept every bit and omit the function
    }

    private static void require(boolean has, String verb, Fixture fixture) {
        if (!has) {
            throw new VerbsException(verb, Errno.EOPNOTSUPP, fixture.device().toString(), Diagnosis.UNKNOWN);
        }
    }

    private static void window(Fixture fixture, MwType type) {
        fixture.pd().allocMw(type);
        region(fixture, AccessFlag.MW_BIND);
    }

    private static void region(Fixture fixture, AccessFlag special) {
        try {
            fixture.pd().allocMr(1, Flags.of(AccessFlag.LOCAL_WRITE, special));
        } catch (VerbsException e) {
            // A device without this flag treats it as unknown and fails with EINVAL.
            throw new VerbsException(e.verb(), Errno.EOPNOTSUPP, e.object(), e.diagnosis());
        }
    }

    private static void flag(Fixture fixture, QpType type, QpCreateFlag flag) {
        optional(() -> fixture.create(fixture.request(type).pd(fixture.pd()).createFlags(flag)));
    }

    private static void flag(Fixture fixture, WqFlag flag) {
        optional(() ->
                fixture.context().createWq(fixture.wqRequest().createFlags(flag).build()));
    }

    private static void flag(Fixture fixture, CqCreateFlag flag) {
        optional(() -> fixture.context()
                .createCqEx(CqInitAttr.builder()
                        .cqe(1)
                        .wcFlags(WcFlag.BYTE_LEN)
                        .flags(flag)
                        .build()));
    }

    private static void hash(Fixture fixture, RxHashField field) {
        optional(() -> fixture.create(fixture.rssRequest(fixture.table(2))
                .rxHashConf(RxHashConf.toeplitz(new byte[Fixture.HASH_KEY_LENGTH], field, RxHashField.SRC_IPV4))));
    }

    private static void tagReader(Fixture fixture) {
        fields(fixture, WcFlag.CVLAN);
    }

    private static void fields(Fixture fixture, WcFlag... fields) {
        optional(() -> fixture.context()
                .createCqEx(CqInitAttr.builder()
                        .cqe(1)
                        .wcFlags(WcFlag.BYTE_LEN, fields)
                        .build()));
    }

    /**
     * Runs a use of an option. A device without the option may treat its flag or field as unknown and fail with EINVAL.
     */
    private static void optional(Runnable use) {
        try {
            use.run();
        } catch (VerbsException e) {
            throw new VerbsException(e.verb(), Errno.EOPNOTSUPP, e.object(), e.diagnosis());
        }
    }

    private static void flow(Fixture fixture, FlowAttr.Builder rule) {
        optional(() -> fixture.qp(QpType.RAW_PACKET).createFlow(rule.build()));
    }

    /** Returns a rule of the smallest form that every driver with the flags accepts. */
    private static FlowAttr.Builder everyFrame(FlowFlag... flags) {
        return FlowAttr.builder()
                .port(Fixture.PORT)
                .flags(Flags.of(FlowFlag.class, flags))
                .spec(FlowSpec.of(FlowSpecType.ETH, new byte[16], new byte[16]));
    }

    private static FlowAttr everything() {
        return FlowAttr.builder()
                .type(FlowAttrType.ALL_DEFAULT)
                .port(Fixture.PORT)
                .build();
    }

    /** Returns whether the type is missing. Some libraries then fail with EINVAL, or without setting errno. */
    private static boolean isType(VerbsException refusal) {
        return refusal.diagnosis().violations().stream()
                .map(Violation::attribute)
                .anyMatch("qp_type"::equals);
    }

    /** Uses the capability in its smallest form. */
    void use(Fixture fixture) {
        smallestUse.accept(fixture);
    }

    @Override
    public String toString() {
        return description;
    }
}
