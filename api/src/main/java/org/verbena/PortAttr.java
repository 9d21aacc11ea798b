package org.verbena;

/**
 * Attributes of a port: {@code struct ibv_port_attr}, in its order.
 *
 * @param stateCode {@code state}: logical state as C has it
 * @param maxMtuCode {@code max_mtu}: largest MTU as C has it
 * @param activeMtuCode {@code active_mtu}: MTU in use as C has it
 * @param gidTblLen {@code gid_tbl_len}: length of the GID table
 * @param portCapFlags {@code port_cap_flags}: capabilities
 * @param maxMsgSz {@code max_msg_sz}: largest message in bytes
 * @param badPkeyCntr {@code bad_pkey_cntr}: bad P_Keys seen
 * @param qkeyViolCntr {@code qkey_viol_cntr}: Q_Key violations seen
 * @param pkeyTblLen {@code pkey_tbl_len}: length of the P_Key table
 * @param lid {@code lid}: local identifier, 0 on Ethernet
 * @param smLid {@code sm_lid}: local identifier of the subnet manager
 * @param lmc {@code lmc}: mask of local identifiers
 * @param maxVlNum {@code max_vl_num}: code of the number of virtual lanes
 * @param smSl {@code sm_sl}: service level of the subnet manager
 * @param subnetTimeout {@code subnet_timeout}: code of the propagation delay
 * @param initTypeReply {@code init_type_reply}: kind of initialisation
 * @param activeWidth {@code active_width}: code of the link width
 * @param activeSpeed {@code active_speed}: code of the link speed
 * @param physState {@code phys_state}: code of the physical state; 5 is link up
 * @param linkLayerCode {@code link_layer}: link layer as C has it
 * @param flags {@code flags}: {@code IBV_QPF_*} flags
 * @param portCapFlags2 {@code port_cap_flags2}: further capabilities
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
        int portCapFlags2) {
    /**
     * The logical state.
     *
     * @return {@code state}
     */
    public PortState state() {
        return PortState.of(stateCode);
    }

    /**
     * The largest MTU.
     *
     * @return {@code max_mtu}
     */
    public Mtu maxMtu() {
        return Mtu.of(maxMtuCode);
    }

    /**
     * The MTU in use.
     *
     * @return {@code active_mtu}
     */
    public Mtu activeMtu() {
        return Mtu.of(activeMtuCode);
    }

    /**
     * The link layer.
     *
     * @return {@code link_layer}
     */
    public LinkLayer linkLayer() {
        return LinkLayer.of(linkLayerCode);
    }
}
