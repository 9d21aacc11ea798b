// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

/**
 * The attributes of a port: {@code struct ibv_port_attr}, with the fields in the order of the struct.
 *
 * @param stateCode {@code state}: the logical state as a C number
 * @param maxMtuCode {@code max_mtu}: the largest MTU as a C number
 * @param activeMtuCode {@code active_mtu}: the active MTU as a C number
 * @param gidTblLen {@code gid_tbl_len}: the length of the GID table
 * @param portCapFlags {@code port_cap_flags}: the capabilities
 * @param maxMsgSz {@code max_msg_sz}: the size of the largest message in bytes
 * @param badPkeyCntr {@code bad_pkey_cntr}: the number of bad P_Keys received
 * @param qkeyViolCntr {@code qkey_viol_cntr}: the number of Q_Key violations
 * @param pkeyTblLen {@code pkey_tbl_len}: the length of the P_Key table
 * @param lid {@code lid}: the local identifier, 0 on Ethernet
 * @param smLid {@code sm_lid}: the local identifier of the subnet manager
 * @param lmc {@code lmc}: the mask of local identifiers
 * @param maxVlNum {@code max_vl_num}: the code of the number of virtual lanes
 * @param smSl {@code sm_sl}: the service level of the subnet manager
 * @param subnetTimeout {@code subnet_timeout}: the code of the propagation delay
 * @param initTypeReply {@code init_type_reply}: the type of initialisation
 * @param activeWidth {@code active_width}: the code of the link width
 * @param activeSpeed {@code active_speed}: the code of the link speed
 * @param physState {@code phys_state}: the code of the physical state; 5 is link up
 * @param linkLayerCode {@code link_layer}: the link layer as a C number
 * @param flags {@code flags}: the {@code IBV_QPF_*} flags
 * @param portCapFlags2 {@code port_cap_flags2}: the additional capabilities
 */
public record PortAttr(
        int stateCode,
        int maxMtuCode,
        int activeMtuCode,
        int gidTblLen,
        Flags<PortCapFlag> portCapFlags,
        long maxMsgSz,
        long badPkeyCntr,
        long qkeyViolCntr,
        int pkeyTblLen,
        int lid,
        int smLid,
        int lmc,
        int maxVlNum,
        int smSl,
        int subnetTimeout,
        int initTypeReply,
        int activeWidth,
        int activeSpeed,
        int physState,
        int linkLayerCode,
        int flags,
        int portCapFlags2)
        implements StructRecord {
    /** {@return the logical state, {@code state}} */
    public PortState state() {
        return PortState.of(stateCode);
    }

    /** {@return the largest MTU, {@code max_mtu}} */
    public Mtu maxMtu() {
        return Mtu.of(maxMtuCode);
    }

    /** {@return the active MTU, {@code active_mtu}} */
    public Mtu activeMtu() {
        return Mtu.of(activeMtuCode);
    }

    /** {@return the link layer, {@code link_layer}} */
    public LinkLayer linkLayer() {
        return LinkLayer.of(linkLayerCode);
    }
}
