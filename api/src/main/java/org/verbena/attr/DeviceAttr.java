// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

/**
 * The attributes and limits of a device: {@code struct ibv_device_attr}, in the order of its fields. A limit is the
 * value that the driver reports. The driver does not always grant that value.
 *
 * @param fwVer {@code fw_ver}: firmware version, possibly empty
 * @param nodeGuid {@code node_guid}: GUID of the node, in host order
 * @param sysImageGuid {@code sys_image_guid}: GUID of the system image, in host order
 * @param maxMrSize {@code max_mr_size}: largest memory region in bytes, unsigned 64 bits
 * @param pageSizeCap {@code page_size_cap}: supported page sizes, one bit for each
 * @param vendorId {@code vendor_id}: ID of the vendor
 * @param vendorPartId {@code vendor_part_id}: part number assigned by the vendor
 * @param hwVer {@code hw_ver}: hardware version
 * @param maxQp {@code max_qp}: maximum number of queue pairs
 * @param maxQpWr {@code max_qp_wr}: maximum number of outstanding work requests of a queue; not always reachable
 * @param deviceCapFlags {@code device_cap_flags}: capabilities, 32 bits
 * @param maxSge {@code max_sge}: maximum number of scatter/gather elements of a work request
 * @param maxSgeRd {@code max_sge_rd}: maximum number of scatter/gather elements of an RDMA read
 * @param maxCq {@code max_cq}: maximum number of completion queues
 * @param maxCqe {@code max_cqe}: maximum number of entries of a completion queue
 * @param maxMr {@code max_mr}: maximum number of memory regions
 * @param maxPd {@code max_pd}: maximum number of protection domains
 * @param maxQpRdAtom {@code max_qp_rd_atom}: maximum number of outstanding RDMA reads and atomics for a queue pair as
 *     target
 * @param maxEeRdAtom {@code max_ee_rd_atom}: the same for an end-to-end context
 * @param maxResRdAtom {@code max_res_rd_atom}: maximum number of resources of the whole device for RDMA reads and
 *     atomics
 * @param maxQpInitRdAtom {@code max_qp_init_rd_atom}: maximum number of outstanding RDMA reads and atomics for a queue
 *     pair as initiator
 * @param maxEeInitRdAtom {@code max_ee_init_rd_atom}: the same for an end-to-end context
 * @param atomicCapCode {@code atomic_cap}: level of support for atomic operations, as the C number
 * @param maxEe {@code max_ee}: maximum number of end-to-end contexts
 * @param maxRdd {@code max_rdd}: maximum number of reliable datagram domains
 * @param maxMw {@code max_mw}: maximum number of memory windows
 * @param maxRawIpv6Qp {@code max_raw_ipv6_qp}: maximum number of raw IPv6 queue pairs
 * @param maxRawEthyQp {@code max_raw_ethy_qp}: maximum number of raw Ethertype queue pairs
 * @param maxMcastGrp {@code max_mcast_grp}: maximum number of multicast groups
 * @param maxMcastQpAttach {@code max_mcast_qp_attach}: maximum number of queue pairs in a multicast group
 * @param maxTotalMcastQpAttach {@code max_total_mcast_qp_attach}: maximum number of multicast attachments in total
 * @param maxAh {@code max_ah}: maximum number of address handles
 * @param maxFmr {@code max_fmr}: maximum number of fast memory regions
 * @param maxMapPerFmr {@code max_map_per_fmr}: maximum number of mappings of a fast memory region
 * @param maxSrq {@code max_srq}: maximum number of shared receive queues
 * @param maxSrqWr {@code max_srq_wr}: maximum number of work requests of a shared receive queue
 * @param maxSrqSge {@code max_srq_sge}: maximum number of scatter/gather elements of a work request of such a queue
 * @param maxPkeys {@code max_pkeys}: maximum number of P_Keys
 * @param localCaAckDelay {@code local_ca_ack_delay}: acknowledgement delay of the device, as an exponent of two
 * @param physPortCnt {@code phys_port_cnt}: number of ports, at most 255; see {@link DeviceAttrEx#physPortCntEx()}
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
        int physPortCnt)
        implements StructRecord {
    /** {@return the level of support for atomic operations, {@code atomic_cap}} */
    public AtomicCap atomicCap() {
        return AtomicCap.of(atomicCapCode);
    }
}
