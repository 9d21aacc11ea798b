// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

import static org.verbena.attr.QpType.RAW_PACKET;
import static org.verbena.attr.QpType.RC;

import java.util.List;
import java.util.Set;
import org.verbena.QpInitAttr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.GidType;
import org.verbena.attr.MwType;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.RxHashFunction;
import org.verbena.attr.WqCap;
import org.verbena.attr.WqState;
import org.verbena.core.model.rules.BaseModel;
import org.verbena.core.model.rules.Checklist;
import org.verbena.core.model.rules.ObjectRules;
import org.verbena.core.model.rules.Pow2;
import org.verbena.core.model.rules.WqRules;
import org.verbena.error.Errno;
import org.verbena.spi.model.CqRequest;
import org.verbena.spi.model.DataPath;
import org.verbena.spi.model.DataPathTrait;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.Limits;
import org.verbena.spi.model.MrRequest;
import org.verbena.spi.model.PostErrors;
import org.verbena.spi.model.QpChange;
import org.verbena.spi.model.QpGrant;
import org.verbena.spi.model.QpQueryRequest;
import org.verbena.spi.model.QpRequest;
import org.verbena.spi.model.RwqIndTableRequest;
import org.verbena.spi.model.Verdict;
import org.verbena.spi.model.WqChange;
import org.verbena.spi.model.WqRequest;

/**
 * The model of Microsoft Azure's network adapter: rdma-core's providers/mana with Linux's hw/mana. RAW_PACKET queue
 * pairs and work queues require memory from an allocator of the application and a parent domain that names the port.
 * The model assumes both. The rules of the firmware are unknown; the model assumes that it accepts values up to the
 * limits that the device reports.
 */
public final class ManaModel extends BaseModel {
    private static final int KEY_LENGTH = 40;
    private static final int PAGE = 4096;
    private static final int CQE_SIZE = 64;
    private static final int SGE_SIZE = 16;
    private static final int WQE_UNIT = 32;
    private static final long MAX_RING = 1L << 31;
    private static final String IN_32_BITS =
            "the library computes the size of a ring in bytes, a power of two, in 32 bits";
    private static final String NO_BYTES = "the ring cannot be empty";
    private static final Flags<AccessFlag> MR_ACCESS = Flags.ofMask(
            AccessFlag.class,
            AccessFlag.LOCAL_WRITE.mask()
                    | AccessFlag.REMOTE_WRITE.mask()
                    | AccessFlag.REMOTE_READ.mask()
                    | ObjectRules.OPTIONAL_ACCESS);
    private static final String LIBRARY = "rdma-core providers/mana/qp.c: ";
    private static final String KERNEL = "Linux drivers/infiniband/hw/mana/";

    private final long maxQpWr;
    private final long maxSendSge;
    private final long maxRecvSge;
    private final long maxIndTableSize;

    public ManaModel() {
        this(DeviceLimits.MANA);
    }

    private ManaModel(Limits limits) {
        super("mana", List.of(), "", limits, Set.of(OptionalVerb.CREATE_QP_EX));
        maxQpWr = limits.get("max_qp_wr");
        maxSendSge = limits.get("max_send_sge");
        maxRecvSge = limits.get("max_recv_sge");
        maxIndTableSize = limits.get("max_ind_tbl_size");
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

    /** Fails with EOPNOTSUPP. libmana passes the call to the kernel, because newer kernels implement it. */
    @Override
    public Verdict<MwType> allocMw(MwType type) {
        return Checklist.unsupported(
                "ibv_alloc_mw", "the kernel driver has no memory windows", KERNEL + "device.c: mana_ib_dev_ops");
    }

    /**
     * Returns the data path. Linux drivers/infiniband/hw/mana has no last-WQE event. Everything else follows the
     * InfiniBand architecture.
     */
    @Override
    public DataPath dataPath() {
        return DataPath.adapter(PostErrors.USUAL).without(DataPathTrait.LAST_WQE_REACHED);
    }

    @Override
    protected void library(QpRequest request, Checklist checks) {
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
                        "the extended call supports only receive-side scaling");
        int keyLength = request.rxHash().map(hash -> hash.key().length).orElse(0);
        checks.from(LIBRARY + "mana_create_qp_ex_raw")
                .require(
                        keyLength == KEY_LENGTH,
                        "rx_hash_key_len",
                        keyLength,
                        KEY_LENGTH,
                        "the Toeplitz function requires a key of this length");
        checks.from("rdma-core libibverbs/cmd_qp.c: ibv_cmd_create_qp_ex2")
                .requireOnly(
                        "comp_mask",
                        request.compMask(),
                        Flags.of(QpInitAttr.Mask.PD, QpInitAttr.Mask.values()),
                        "libibverbs supports no other field");
        checks.from("rdma-core libibverbs/cmd_qp.c: ibv_icmd_create_qp")
                .require(
                        request.sendCq() || request.cap().maxSendWr() == 0,
                        "send_cq",
                        "NULL",
                        "not NULL",
                        "libibverbs dereferences the pointer if the queue pair has a send queue");
    }

    @Override
    protected void kernel(QpRequest request, Checklist checks) {
        if (request.has(QpInitAttr.Mask.IND_TABLE)) {
            scaled(request, checks);
        } else if (request.is(RC)) {
            connected(request, checks);
        } else {
            raw(request, checks);
        }
    }

    private void scaled(QpRequest request, Checklist checks) {
        Checklist.Rules rules = checks.from(KERNEL + "qp.c: mana_ib_create_qp_rss");
        request.indTableLogSize().ifPresent(size -> rules.atMost("rwq_ind_tbl", 1L << size, maxIndTableSize));
        request.rxHash()
                .ifPresent(hash -> rules.require(
                        hash.function().equals(Flags.of(RxHashFunction.TOEPLITZ)),
                        "rx_hash_function",
                        hash.function(),
                        RxHashFunction.TOEPLITZ,
                        "the device has no other function"));
    }

    /** Checks the sizes. The kernel driver passes them to the firmware, which is assumed to reject excessive values. */
    private void connected(QpRequest request, Checklist checks) {
        QpCap cap = request.cap();
        checks.from(KERNEL + "main.c: mana_ib_gd_create_rc_qp")
                .atMost("max_send_wr", cap.maxSendWr(), maxQpWr)
                .atMost("max_send_sge", cap.maxSendSge(), maxSendSge)
                .atMost("max_recv_wr", cap.maxRecvWr(), maxQpWr)
                .atMost("max_recv_sge", cap.maxRecvSge(), maxRecvSge);
    }

    private void raw(QpRequest request, Checklist checks) {
        QpCap cap = request.cap();
        checks.from(KERNEL + "qp.c: mana_ib_create_qp_raw")
                .atMost("max_send_wr", cap.maxSendWr(), maxQpWr)
                .atMost("max_send_sge", cap.maxSendSge(), maxSendSge)
                .require(
                        !request.extended(),
                        "rwq_ind_tbl",
                        "NULL",
                        "not NULL",
                        "the extended call requires an indirection table: its command names no port");
    }

    /** Returns the requested capabilities. The library has no send builders. */
    @Override
    protected QpGrant grant(QpRequest request) {
        return new QpGrant(request.cap(), request.cap());
    }

    /** Checks the type. The firmware checks the transition; the model assumes that it follows the state table. */
    @Override
    protected void library(QpChange change, Checklist checks) {
        checks.from(LIBRARY + "mana_modify_qp")
                .support(
                        change.qpTypeCode() == RC.value(),
                        "qp_type",
                        QpRequest.typeName(change.qpTypeCode()),
                        RC,
                        "only RC queue pairs have states");
    }

    @Override
    public Verdict<QpAttr> queryQp(QpQueryRequest request) {
        return unsupported("ibv_query_qp");
    }

    // ---------------------------------------------------------------- completion queues

    /** Checks the ring. It is in memory of the library, as connections require. Its entries fill whole pages. */
    @Override
    protected void library(CqRequest request, Checklist checks) {
        checks.from("rdma-core providers/mana/cq.c: mana_create_cq")
                .require(
                        Errno.ENOMEM,
                        request.cqe() >= 0 && request.cqe() <= MAX_RING / CQE_SIZE,
                        "cqe",
                        request.cqe(),
                        "1.." + MAX_RING / CQE_SIZE,
                        IN_32_BITS)
                .require(request.cqe() != 0, "cqe", 0, "at least 1", NO_BYTES);
    }

    @Override
    protected void kernel(CqRequest request, Checklist checks) {
        checks.from(KERNEL + "main.c: mana_ib_gd_create_cq").atMost("cqe", request.cqe(), limits().get("max_cqe"));
    }

    @Override
    protected int grant(CqRequest request) {
        return (int) (ring((long) request.cqe() * CQE_SIZE) / CQE_SIZE);
    }

    /** Returns the size of a ring in bytes (providers/mana/mana.h: align_hw_size). */
    private static long ring(long bytes) {
        return Math.max(PAGE, Pow2.roundUp(bytes));
    }

    // ---------------------------------------------------------------- work queues

    /** Checks the ring. Neither library nor kernel applies the limits of queue pairs to a work queue. */
    @Override
    public Verdict<WqCap> createWq(WqRequest request) {
        return Checklist.of(checks -> WqRules.create(request, checks), checks -> ring(request, checks))
                .grant(() -> new WqCap(request.maxWr(), request.maxSge()));
    }

    private static void ring(WqRequest request, Checklist checks) {
        long wqe = Pow2.align(SGE_SIZE * (request.maxSge() + 1), WQE_UNIT);
        checks.from("rdma-core providers/mana/wq.c: mana_create_wq")
                .require(request.maxWr() != 0, "max_wr", 0, "at least 1", NO_BYTES)
                .atMost("max_wr", request.maxWr(), MAX_RING / wqe, IN_32_BITS);
    }

    @Override
    public Verdict<WqState> modifyWq(WqChange change) {
        return Checklist.unsupported(
                "ibv_modify_wq", "a work queue is always ready", "rdma-core providers/mana/wq.c: mana_modify_wq");
    }

    @Override
    public Verdict<RwqIndTableRequest> createRwqIndTable(RwqIndTableRequest request) {
        return Checklist.of(checks -> WqRules.indTable(request, checks)).grant(() -> request);
    }

    // ---------------------------------------------------------------- memory regions

    @Override
    protected void kernel(MrRequest request, Checklist checks) {
        checks.from(KERNEL + "mr.c: mana_ib_reg_user_mr")
                .requireOnly("access", request.access(), MR_ACCESS, "mana grants no other access");
    }
}
