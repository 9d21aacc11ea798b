package org.verbena.spi.model;

import static org.verbena.QpType.RAW_PACKET;
import static org.verbena.QpType.RC;

import java.util.List;
import org.verbena.AhAttr;
import org.verbena.Flags;
import org.verbena.GidType;
import org.verbena.QpAttr;
import org.verbena.QpCap;
import org.verbena.QpInitAttrMask;
import org.verbena.RxHashFunction;
import org.verbena.WqCap;
import org.verbena.WqState;

/**
 * Microsoft Azure's network adapter: rdma-core's providers/mana with Linux's hw/mana. RAW_PACKET queue pairs and work
 * queues live in memory that the program's own allocator gives, on a parent domain that names the port; both are taken
 * as given. What the firmware alone decides is not known; it is taken to agree.
 */
final class ManaModel extends BaseModel {
    /** Linux include/net/mana/mana.h and mana_ib_query_device; what the device says, round numbers stand for. */
    private static final Limits AZURE = Limits.define()
            .set("page_size_cap", 0x7FFF_F000L)
            .set("vendor_id", 0x1414)
            .set("max_qp", 1 << 14)
            .set("max_qp_wr", 8192)
            .set("device_cap_flags", 1 << 12)
            .set("max_sge", 15)
            .set("max_send_sge", 30)
            .set("max_recv_sge", 15)
            .set("max_sge_rd", 15)
            .set("max_cq", 1 << 14)
            .set("max_cqe", 8192)
            .set("max_mr", 1 << 16)
            .set("max_pd", 1 << 14)
            .set("max_qp_rd_atom", 32)
            .set("max_res_rd_atom", 32 << 14)
            .set("max_qp_init_rd_atom", 32)
            .set("max_ah", Integer.MAX_VALUE)
            .set("max_pkeys", 1)
            .set("local_ca_ack_delay", 4)
            .set("phys_port_cnt", 1)
            .set("num_comp_vectors", 8)
            .set("rss_caps.supported_qpts", 1 << RAW_PACKET.value())
            .set("rss_caps.max_rwq_indirection_tables", 1 << 14)
            .set("rss_caps.max_rwq_indirection_table_size", 64)
            .set("rss_caps.rx_hash_function", 1)
            .set("max_wq_type_rq", 1 << 14)
            .set("max_mtu", 5)
            .set("active_mtu", 3)
            .set("gid_tbl_len", 16)
            .set("max_msg_sz", 1 << 30)
            .set("pkey_tbl_len", 1)
            .set("active_width", 2)
            .set("active_speed", 32)
            .set("link_layer", 2)
            .build();

    private static final int KEY_LENGTH = 40;
    private static final String LIBRARY = "rdma-core providers/mana/qp.c: ";
    private static final String KERNEL = "Linux drivers/infiniband/hw/mana/qp.c: ";

    private final long maxQpWr;
    private final long maxSendSge;
    private final long maxRecvSge;

    ManaModel() {
        this(AZURE);
    }

    private ManaModel(Limits limits) {
        super("mana", List.of(), "0.0.0", limits);
        maxQpWr = limits.get("max_qp_wr");
        maxSendSge = limits.get("max_send_sge");
        maxRecvSge = limits.get("max_recv_sge");
    }

    @Override
    public DriverModel withLimits(Limits limits) {
        return new ManaModel(limits);
    }

    @Override
    public List<GidType> gidTypes() {
        return List.of(GidType.ROCE_V2);
    }

    @Override
    public String description() {
        return "Microsoft Azure network adapter (libmana and mana_ib)";
    }

    // ---------------------------------------------------------------- queue pairs

    @Override
    public Verdict<QpGrant> createQp(QpRequest asked) {
        QpRequest request = asked.dispatched();
        return Checklist.of(
                        checks -> library(request, checks),
                        checks -> CreateQpRules.libibverbs(request, checks),
                        checks -> CreateQpRules.uverbs(request, checks),
                        checks -> kernel(request, checks))
                .grant(() -> new QpGrant(request.cap(), request.cap(), false));
    }

    private static void library(QpRequest request, Checklist checks) {
        if (!request.extended()) {
            checks.from(LIBRARY + "mana_create_qp")
                    .support(
                            request.isAny(RC, RAW_PACKET),
                            "qp_type",
                            request.typeName(),
                            RC + " or " + RAW_PACKET,
                            "mana has no other type");
            return;
        }
        checks.from(LIBRARY + "mana_create_qp_ex")
                .support(
                        request.is(RAW_PACKET),
                        "qp_type",
                        request.typeName(),
                        RAW_PACKET,
                        "the extended call is for receive-side scaling");
        int keyLength = request.rxHash().map(hash -> hash.key().length).orElse(0);
        checks.from(LIBRARY + "mana_create_qp_ex_raw")
                .require(
                        keyLength == KEY_LENGTH,
                        "rx_hash_key_len",
                        keyLength,
                        KEY_LENGTH,
                        "the Toeplitz function has keys of one length");
        checks.from("rdma-core libibverbs/cmd_qp.c: ibv_cmd_create_qp_ex2")
                .require(
                        !request.has(QpInitAttrMask.SEND_OPS_FLAGS)
                                || request.sendOps().isEmpty(),
                        "send_ops_flags",
                        request.sendOps(),
                        0,
                        "an RSS queue pair does not send");
    }

    private void kernel(QpRequest request, Checklist checks) {
        QpCap cap = request.cap();
        if (request.has(QpInitAttrMask.IND_TABLE)) {
            Checklist.Rules rules = checks.from(KERNEL + "mana_ib_create_qp_rss");
            request.rxHash()
                    .ifPresent(hash -> rules.require(
                            hash.function().equals(Flags.of(RxHashFunction.TOEPLITZ)),
                            "rx_hash_function",
                            hash.function(),
                            RxHashFunction.TOEPLITZ,
                            "the device has no other function"));
            request.indTableLogSize()
                    .ifPresent(size -> rules.require(
                            1L << size <= limits().get("rss_caps.max_rwq_indirection_table_size"),
                            "rwq_ind_tbl",
                            1L << size,
                            limits().get("rss_caps.max_rwq_indirection_table_size"),
                            "the device does not take more"));
            return;
        }
        // The kernel driver looks at the sizes of raw queues alone; those of connections are the firmware's to refuse.
        checks.from(KERNEL + (request.is(RC) ? "mana_ib_gd_create_rc_qp" : "mana_ib_create_qp_raw"))
                .require(
                        !request.is(RC) || request.srq().isEmpty(),
                        "srq",
                        "given",
                        "NULL",
                        "mana has no shared receive queues")
                .atMost("max_send_wr", cap.maxSendWr(), maxQpWr)
                .atMost("max_send_sge", cap.maxSendSge(), maxSendSge);
        if (request.is(RC)) {
            checks.from(KERNEL + "mana_ib_gd_create_rc_qp")
                    .atMost("max_recv_wr", cap.maxRecvWr(), maxQpWr)
                    .atMost("max_recv_sge", cap.maxRecvSge(), maxRecvSge);
        }
    }

    @Override
    public Verdict<QpAttr> modifyQp(QpChange asked) {
        QpChange change = ModifyQpRules.dispatched(asked);
        return Checklist.of(
                        checks -> checks.from(LIBRARY + "mana_modify_qp")
                                .support(
                                        change.qpTypeCode() == RC.value(),
                                        "qp_type",
                                        QpRequest.typeName(change.qpTypeCode()),
                                        RC,
                                        "a raw queue pair has no states"),
                        checks -> ModifyQpRules.standardOnly(change, checks),
                        checks -> ModifyQpRules.core(change, limits(), checks),
                        // The firmware is told the move and judges it; it is taken to go by the table.
                        checks -> ModifyQpRules.table(change, checks),
                        checks -> ModifyQpRules.ranges(change, limits(), checks))
                .grant(() -> ModifyQpRules.appliedForgetting(
                        change, newQpAttr(change.now().cap())));
    }

    @Override
    public Verdict<McastRequest> attachMcast(McastRequest request) {
        return unsupported("ibv_attach_mcast");
    }

    @Override
    public Verdict<AhAttr> createAh(AhAttr request) {
        return unsupported("ibv_create_ah");
    }

    // ---------------------------------------------------------------- completion queues

    /** A ring in the program's memory has as many entries as were asked for. */
    @Override
    public Verdict<Integer> createCq(CqRequest request) {
        if (request.extended()) {
            return unsupported("ibv_create_cq_ex");
        }
        return Checklist.of(
                        checks ->
                                ObjectRules.compVector(request.compVector(), limits().get("num_comp_vectors"), checks),
                        checks -> checks.from("Linux drivers/infiniband/hw/mana/cq.c: mana_ib_create_cq")
                                .require(
                                        request.cqe() >= 1,
                                        "cqe",
                                        request.cqe(),
                                        "at least 1",
                                        "a completion queue has entries")
                                .atMost("cqe", request.cqe(), limits().get("max_cqe")))
                .grant(request::cqe);
    }

    // ---------------------------------------------------------------- work queues

    @Override
    public Verdict<WqCap> createWq(WqRequest request) {
        return Checklist.of(
                        checks -> WqRules.create(request, checks),
                        checks -> checks.from("Linux drivers/infiniband/hw/mana/wq.c: mana_ib_create_wq")
                                .require(
                                        request.maxWr() != 0,
                                        "max_wr",
                                        0,
                                        "at least 1",
                                        "a buffer of no bytes is no queue")
                                .atMost("max_wr", request.maxWr(), maxQpWr)
                                .atMost("max_sge", request.maxSge(), maxRecvSge))
                .grant(() -> new WqCap(request.maxWr(), request.maxSge()));
    }

    @Override
    public Verdict<WqState> modifyWq(WqChange change) {
        return Checklist.unsupported(
                "ibv_modify_wq", "a work queue runs from the start", "rdma-core providers/mana/wq.c: mana_modify_wq");
    }

    @Override
    public Verdict<RwqIndTableRequest> createRwqIndTable(RwqIndTableRequest request) {
        return Checklist.of(checks -> WqRules.indTable(request, checks)).grant(() -> request);
    }
}
