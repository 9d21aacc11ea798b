// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.rules;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import org.verbena.QpOpenAttr;
import org.verbena.XrcdInitAttr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.FlowAttr;
import org.verbena.attr.FlowAttrType;
import org.verbena.attr.FlowFlag;
import org.verbena.attr.FlowSpecType;
import org.verbena.attr.GlobalRoute;
import org.verbena.attr.LinkLayer;
import org.verbena.attr.QpType;
import org.verbena.error.Errno;
import org.verbena.spi.model.FlowRequest;
import org.verbena.spi.model.Limits;
import org.verbena.spi.model.McastRequest;
import org.verbena.spi.model.MrRequest;
import org.verbena.spi.model.QpOpenRequest;
import org.verbena.spi.model.QpRequest;

/** The checks of libibverbs and the kernel's core on smaller objects, for every driver. */
public final class ObjectRules {
    private static final long PAGE = 4096;
    private static final long FIRST_ADDRESS = 1L << 16;
    private static final long END_OF_ADDRESSES = 1L << 47;
    private static final int MIN_MLID = 0xC000;
    private static final int MAX_MLID = 0xFFFE;
    private static final Flags<AccessFlag> LOCAL_WRITERS = Flags.of(AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_ATOMIC);

    /** IB_ACCESS_OPTIONAL: bits 20 to 29, which a kernel may ignore. */
    public static final long OPTIONAL_ACCESS = 0x3FF0_0000;

    /** IB_ACCESS_SUPPORTED. */
    private static final Flags<AccessFlag> ACCESS =
            Flags.ofMask(AccessFlag.class, 2 * AccessFlag.FLUSH_PERSISTENT.mask() - 1 | OPTIONAL_ACCESS);

    /** IB_DEVICE_FLUSH_GLOBAL and IB_DEVICE_FLUSH_PERSISTENT of include/rdma/ib_verbs.h. */
    private static final long FLUSH_GLOBAL_CAP = 1L << 38;

    private static final long FLUSH_PERSISTENT_CAP = 1L << 39;

    /** IB_FLOW_SPEC_SUPPORT_LAYERS. */
    private static final int MAX_FLOW_SPECS = 10;

    /** {@code IB_FLOW_ATTR_FLAGS_RESERVED} of include/rdma/ib_verbs.h. */
    private static final int FLOW_FLAGS_RESERVED = 1 << 3;

    private ObjectRules() {}

    /**
     * Checks a completion vector (uverbs_std_types_cq.c: UVERBS_METHOD_CQ_CREATE). A missing vector fails with EINVAL.
     *
     * @param compVector {@code comp_vector}, signed as in C
     * @param numCompVectors {@code num_comp_vectors} of the device
     * @param checks receives the violation
     */
    public static void compVector(int compVector, long numCompVectors, Checklist checks) {
        checks.from("Linux drivers/infiniband/core/uverbs_std_types_cq.c: UVERBS_METHOD_CQ_CREATE")
                .require(
                        compVector >= 0 && compVector < numCompVectors,
                        "comp_vector",
                        compVector,
                        "below " + numCompVectors,
                        "the device has no such completion vector");
    }

    /**
     * Checks a port number against {@code phys_port_cnt}. A missing port fails with EINVAL.
     *
     * @param rules receives the violation and supplies its source
     * @param attribute the C name of the attribute
     * @param port the port number, counted from 1
     * @param limits the limits of the device
     */
    public static void port(Checklist.Rules rules, String attribute, int port, Limits limits) {
        long ports = limits.report("phys_port_cnt");
        rules.require(port >= 1 && port <= ports, attribute, port, "1.." + ports, "the device has no such port");
    }

    /**
     * Checks an address vector (verbs.c: rdma_check_ah_attr; cache.c: rdma_get_gid_attr). A violation fails with
     * EINVAL. The peer is assumed to be reachable.
     *
     * @param attribute the C name of the address, for example {@code ah_attr}
     * @param address the address
     * @param limits the limits of the device
     * @param checks receives the violations
     */
    public static void addressVector(String attribute, AhAttr address, Limits limits, Checklist checks) {
        Checklist.Rules rules = checks.from("Linux drivers/infiniband/core/verbs.c: rdma_check_ah_attr");
        port(rules, attribute + ".port_num", address.portNum(), limits);
        Optional<GlobalRoute> route = address.grh();
        rules.require(
                route.isPresent() || !isRoce(limits), attribute + ".is_global", 0, 1, "RoCE requires a global route");
        route.ifPresent(grh -> checks.from("Linux drivers/infiniband/core/cache.c: rdma_get_gid_attr")
                .require(
                        grh.sgidIndex() < limits.report("gid_tbl_len"),
                        attribute + ".grh.sgid_index",
                        grh.sgidIndex(),
                        "below " + limits.report("gid_tbl_len"),
                        "the port has no such GID"));
    }

    /**
     * Requires that the source entry of an address is filled (cache.c: rdma_get_gid_attr); otherwise fails with
     * ENODATA.
     *
     * @param attribute the C name of the address, for example {@code ah_attr}
     * @param address the address
     * @param filled the number of entries of the GID table that are filled, counted from the first
     * @param checks receives the violation
     */
    public static void sourceGid(String attribute, AhAttr address, int filled, Checklist checks) {
        address.grh()
                .ifPresent(route -> checks.from("Linux drivers/infiniband/core/cache.c: rdma_get_gid_attr")
                        .require(
                                Errno.ENODATA,
                                route.sgidIndex() < filled,
                                attribute + ".grh.sgid_index",
                                route.sgidIndex(),
                                "below " + filled,
                                "the entry of the GID table is empty"));
    }

    /** Returns whether the {@code link_layer} of the ports is Ethernet, for RoCE or iWARP. */
    public static boolean isEthernet(Limits limits) {
        return limits.report("link_layer") == LinkLayer.ETHERNET.value();
    }

    /**
     * Returns whether the device uses RoCE. Of the protocols over Ethernet, only iWARP has no partitions; its
     * connections use TCP addresses.
     */
    private static boolean isRoce(Limits limits) {
        return isEthernet(limits) && limits.report("pkey_tbl_len") != 0;
    }

    /** Returns whether the {@code link_layer} of the ports is InfiniBand. */
    static boolean isInfiniBand(Limits limits) {
        return limits.report("link_layer") == LinkLayer.INFINIBAND.value();
    }

    /**
     * Checks {@code comp_mask} for {@code ibv_open_xrcd(3)} (cmd.c: ibv_cmd_open_xrcd). An unknown field fails with
     * EOPNOTSUPP, and a missing one with EINVAL.
     */
    public static void xrcd(XrcdInitAttr request, Checklist checks) {
        Flags<XrcdInitAttr.Mask> mask = request.compMask();
        Flags<XrcdInitAttr.Mask> all = Flags.of(XrcdInitAttr.Mask.FD, XrcdInitAttr.Mask.OFLAGS);
        checks.from("rdma-core libibverbs/cmd.c: ibv_cmd_open_xrcd")
                .supportOnly("comp_mask", mask, all, "libibverbs supports no other field")
                .require(
                        (mask.mask() & all.mask()) == all.mask(),
                        "comp_mask",
                        mask,
                        "with FD and OFLAGS",
                        "the domain belongs to a file");
    }

    /**
     * Checks {@code comp_mask} and {@code qp_type} for {@code ibv_open_qp(3)} (cmd.c: ibv_cmd_open_qp; verbs.c:
     * ib_open_qp). An unknown field fails with EOPNOTSUPP. A missing field or another type fails with EINVAL.
     */
    public static void openQp(QpOpenRequest request, Checklist checks) {
        Flags<QpOpenAttr.Mask> mask = request.compMask();
        Flags<QpOpenAttr.Mask> all = Flags.of(QpOpenAttr.Mask.NUM, QpOpenAttr.Mask.values());
        Flags<QpOpenAttr.Mask> needed = Flags.of(QpOpenAttr.Mask.NUM, QpOpenAttr.Mask.XRCD, QpOpenAttr.Mask.TYPE);
        checks.from("rdma-core libibverbs/cmd.c: ibv_cmd_open_qp")
                .supportOnly("comp_mask", mask, all, "libibverbs supports no other field")
                .require(
                        (mask.mask() & needed.mask()) == needed.mask(),
                        "comp_mask",
                        mask,
                        "with " + needed,
                        "the domain, the number and the type identify a target");
        checks.from("Linux drivers/infiniband/core/verbs.c: ib_open_qp")
                .require(
                        request.qpTypeCode() == QpType.XRC_RECV.value(),
                        "qp_type",
                        QpRequest.typeName(request.qpTypeCode()),
                        QpType.XRC_RECV,
                        "only XRC targets can be opened");
    }

    /**
     * Requires local write access for remote writers (ib_check_mr_access); otherwise fails with EINVAL. Every kernel
     * has this rule.
     */
    public static void localWrite(Flags<AccessFlag> access, Checklist.Rules rules) {
        rules.require(
                (access.mask() & LOCAL_WRITERS.mask()) == 0 || access.contains(AccessFlag.LOCAL_WRITE),
                "access",
                access,
                "with LOCAL_WRITE",
                "remote write access requires local write access");
    }

    /**
     * Requires a page-aligned address for a zero-based region (ib_uverbs_reg_mr); otherwise fails with EINVAL. Every
     * kernel has this rule.
     */
    public static void zeroBased(MrRequest request, Checklist checks) {
        checks.from("Linux drivers/infiniband/core/uverbs_cmd.c: ib_uverbs_reg_mr")
                .require(
                        !request.access().contains(AccessFlag.ZERO_BASED) || request.address() % PAGE == 0,
                        "addr",
                        "0x" + Long.toHexString(request.address()),
                        "the start of a page, with ZERO_BASED",
                        "a zero-based region must start at a page");
    }

    /**
     * Checks the access flags of a memory region (ib_uverbs_reg_mr, ib_check_mr_access). An unknown flag fails with
     * EINVAL. A flag that the device does not support fails with EOPNOTSUPP.
     */
    public static void mrAccess(MrRequest request, Limits limits, Checklist checks) {
        Flags<AccessFlag> access = request.access();
        zeroBased(request, checks);
        Checklist.Rules rules = checks.from("Linux include/rdma/ib_verbs.h: ib_check_mr_access");
        localWrite(access, rules);
        rules.requireOnly("access", access, ACCESS, "the kernel supports no other flag that is not optional")
                .support(
                        !access.contains(AccessFlag.ON_DEMAND) || limits.report("odp_caps.general_caps") != 0,
                        "access",
                        access,
                        "without ON_DEMAND",
                        "the device has no on-demand paging")
                .support(
                        !access.contains(AccessFlag.FLUSH_GLOBAL) || offers(limits, FLUSH_GLOBAL_CAP),
                        "access",
                        access,
                        "without FLUSH_GLOBAL",
                        "the device cannot flush to global visibility")
                .support(
                        !access.contains(AccessFlag.FLUSH_PERSISTENT) || offers(limits, FLUSH_PERSISTENT_CAP),
                        "access",
                        access,
                        "without FLUSH_PERSISTENT",
                        "the device cannot flush to persistence");
    }

    private static boolean offers(Limits limits, long capability) {
        return (limits.report("device_cap_flags_ex") & capability) != 0;
    }

    /**
     * Checks the memory of a region (umem.c: ib_umem_get). An address outside a process fails with EFAULT. A region
     * that wraps around, or that is empty and starts at a page, fails with EINVAL.
     */
    public static void mrMemory(MrRequest request, Checklist checks) {
        long first = request.address();
        long end = first + request.length();
        // The model cannot know whether memory is mapped, but these addresses never are.
        checks.from("Linux mm/util.c: mmap_min_addr, and TASK_SIZE")
                .require(
                        Errno.EFAULT,
                        first >= FIRST_ADDRESS && first < END_OF_ADDRESSES,
                        "addr",
                        "0x" + Long.toHexString(first),
                        "0x" + Long.toHexString(FIRST_ADDRESS) + "..0x" + Long.toHexString(END_OF_ADDRESSES - 1),
                        "a process has no memory there");
        checks.from("Linux drivers/infiniband/core/umem.c: ib_umem_get")
                .require(
                        Long.compareUnsigned(end, first) >= 0 && Long.compareUnsigned(end + PAGE - 1, end) >= 0,
                        "length",
                        Long.toUnsignedString(request.length()),
                        "up to the end of the address space",
                        "the region must not wrap around")
                .require(
                        request.length() != 0 || first % PAGE != 0,
                        "length",
                        0,
                        "at least 1",
                        "the region must touch a page");
    }

    /**
     * Checks a request for {@code ibv_attach_mcast(3)} (verbs.c: ib_attach_mcast). A violation fails with EINVAL. The
     * LID is checked only on InfiniBand; it must be 0xC000..0xFFFE.
     */
    static void mcast(McastRequest request, Limits limits, Checklist checks) {
        Checklist.Rules rules = checks.from("Linux drivers/infiniband/core/verbs.c: ib_attach_mcast");
        rules.require(request.gid().isMulticast(), "gid", request.gid(), "ff00::/8", "a group requires a multicast GID")
                .require(
                        request.qpTypeCode() == QpType.UD.value(),
                        "qp_type",
                        QpRequest.typeName(request.qpTypeCode()),
                        QpType.UD,
                        "only UD queue pairs can join a group");
        if (!isEthernet(limits)) {
            rules.require(
                    request.lid() >= MIN_MLID && request.lid() <= MAX_MLID,
                    "lid",
                    request.lid(),
                    MIN_MLID + ".." + MAX_MLID,
                    "InfiniBand reserves this range for groups");
        }
    }

    /**
     * Checks a request for {@code ibv_create_flow(3)} (uverbs_cmd.c: ib_uverbs_ex_create_flow; mlx5/fs.c:
     * mlx5_ib_create_flow). A violation fails with EINVAL.
     */
    public static void flow(FlowRequest request, Limits limits, Checklist checks) {
        int specs = request.attr().specs().size();
        checks.from("Linux drivers/infiniband/core/uverbs_cmd.c: ib_uverbs_ex_create_flow")
                .require(
                        request.qpTypeCode() == QpType.UD.value() || request.qpTypeCode() == QpType.RAW_PACKET.value(),
                        "qp_type",
                        QpRequest.typeName(request.qpTypeCode()),
                        "UD or RAW_PACKET",
                        "only these types support flow rules")
                .require(
                        request.attr().flags().mask() / FLOW_FLAGS_RESERVED == 0,
                        "flags",
                        request.attr().flags(),
                        "below " + FLOW_FLAGS_RESERVED,
                        "the kernel knows no other flag")
                .require(
                        !request.attr().flags().contains(FlowFlag.DONT_TRAP) || !isDefault(request.attr()),
                        "flags",
                        request.attr().flags(),
                        "without DONT_TRAP for a default rule",
                        "no rule follows a default rule")
                .require(
                        specs <= MAX_FLOW_SPECS,
                        "num_of_specs",
                        specs,
                        MAX_FLOW_SPECS,
                        "the kernel supports no more layers");
        checks.from("Linux drivers/infiniband/hw/mlx5/fs.c: mlx5_ib_create_flow")
                .require(
                        request.attr().port() >= 1 && request.attr().port() <= limits.get("phys_port_cnt"),
                        "port",
                        request.attr().port(),
                        "1.." + limits.get("phys_port_cnt"),
                        "the device has no such port");
    }

    /** Returns whether a rule takes the frames that no other rule matches. */
    public static boolean isDefault(FlowAttr attr) {
        return attr.type() == FlowAttrType.ALL_DEFAULT || attr.type() == FlowAttrType.MC_DEFAULT;
    }

    /** Returns the tag that a rule gives to its frames, 0 if it gives none. */
    public static long flowTag(FlowAttr attr) {
        return attr.specs().stream()
                .filter(spec -> spec.type() == FlowSpecType.ACTION_TAG)
                .mapToLong(spec -> Integer.toUnsignedLong(ByteBuffer.wrap(spec.value())
                        .order(ByteOrder.nativeOrder())
                        .getInt()))
                .findFirst()
                .orElse(0);
    }
}
