package org.verbena;

/**
 * Attributes and limits of a device: {@code struct ibv_device_attr}, in its order. A limit is what the driver reports,
 * which is not always what it grants.
 *
 * @param fwVer {@code fw_ver}: firmware version, may be empty
 * @param nodeGuid {@code node_guid}: GUID of the node, in host order
 * @param sysImageGuid {@code sys_image_guid}: GUID of the system image, in host order
 * @param maxMrSize {@code max_mr_size}: largest memory region in bytes, unsigned 64 bits
 * @param pageSizeCap {@code page_size_cap}: supported page sizes, one bit each
 * @param vendorId {@code vendor_id}: vendor
 * @param vendorPartId {@code vendor_part_id}: part number of the vendor
 * @param hwVer {@code hw_ver}: hardware version
 * @param maxQp {@code max_qp}: queue pairs
 * @param maxQpWr {@code max_qp_wr}: work requests of a queue; not always reachable
 * @param deviceCapFlags {@code device_cap_flags}: capabilities, 32 bits
 * @param maxSge {@code max_sge}: scatter/gather elements of a work request
 * @param maxSgeRd {@code max_sge_rd}: scatter/gather elements of an RDMA read
 * @param maxCq {@code max_cq}: completion queues
 * @param maxCqe {@code max_cqe}: entries of a completion queue
 * @param maxMr {@code max_mr}: memory regions
 * @param maxPd {@code max_pd}: protection domains
 * @param maxQpRdAtom {@code max_qp_rd_atom}: reads and atomics outstanding at a target
 * @param maxEeRdAtom {@code max_ee_rd_atom}: the same for an end-to-end context
 * @param maxResRdAtom {@code max_res_rd_atom}: resources for reads and atomics of the whole device
 * @param maxQpInitRdAtom {@code max_qp_init_rd_atom}: reads and atomics outstanding at an initiator
 * @param maxEeInitRdAtom {@code max_ee_init_rd_atom}: the same for an end-to-end context
 * @param atomicCapCode {@code atomic_cap}: how far atomics are atomic, as C has it
 * @param maxEe {@code max_ee}: end-to-end contexts
 * @param maxRdd {@code max_rdd}: reliable datagram domains
 * @param maxMw {@code max_mw}: memory windows
 * @param maxRawIpv6Qp {@code max_raw_ipv6_qp}: raw IPv6 queue pairs
 * @param maxRawEthyQp {@code max_raw_ethy_qp}: raw Ethertype queue pairs
 * @param maxMcastGrp {@code max_mcast_grp}: multicast groups
 * @param maxMcastQpAttach {@code max_mcast_qp_attach}: queue pairs of a multicast group
 * @param maxTotalMcastQpAttach {@code max_total_mcast_qp_attach}: multicast attachments in all
 * @param maxAh {@code max_ah}: address handles
 * @param maxFmr {@code max_fmr}: fast memory regions
 * @param maxMapPerFmr {@code max_map_per_fmr}: mappings of a fast memory region
 * @param maxSrq {@code max_srq}: shared receive queues
 * @param maxSrqWr {@code max_srq_wr}: work requests of a shared receive queue
 * @param maxSrqSge {@code max_srq_sge}: scatter/gather elements of its work requests
 * @param maxPkeys {@code max_pkeys}: P_Keys
 * @param localCaAckDelay {@code local_ca_ack_delay}: acknowledgement delay, a power of two
 * @param physPortCnt {@code phys_port_cnt}: ports, at most 255; see {@link DeviceAttrEx#physPortCntEx()}
 */
public record DeviceAttr(
        String fwVer,
        long nodeGuid,
        long sysImageGuid,
        long maxMrSize,
        long pageSizeCap,
        long vendorId,
        long vendorPartId,
        long hwVer,
        int maxQp,
        int maxQpWr,
        Flags<DeviceCapFlag> deviceCapFlags,
        int maxSge,
        int maxSgeRd,
        int maxCq,
        int maxCqe,
        int maxMr,
        int maxPd,
        int maxQpRdAtom,
        int maxEeRdAtom,
        int maxResRdAtom,
        int maxQpInitRdAtom,
        int maxEeInitRdAtom,
        int atomicCapCode,
        int maxEe,
        int maxRdd,
        int maxMw,
        int maxRawIpv6Qp,
        int maxRawEthyQp,
        int maxMcastGrp,
        int maxMcastQpAttach,
        int maxTotalMcastQpAttach,
        int maxAh,
        int maxFmr,
        int maxMapPerFmr,
        int maxSrq,
        int maxSrqWr,
        int maxSrqSge,
        int maxPkeys,
        int localCaAckDelay,
        int physPortCnt) {
    /**
     * How far atomics are atomic.
     *
     * @return {@code atomic_cap}
     */
    public AtomicCap atomicCap() {
        return AtomicCap.of(atomicCapCode);
    }
}
