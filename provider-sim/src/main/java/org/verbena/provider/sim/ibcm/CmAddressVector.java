// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.ibcm;

import org.verbena.attr.AhAttr;
import org.verbena.attr.Gid;
import org.verbena.attr.GlobalRoute;
import org.verbena.attr.SaPathRec;
import org.verbena.rocev2.CmBlock;
import org.verbena.rocev2.CmField;
import org.verbena.rocev2.CmMadDecoder;

/**
 * The way to a peer: {@code struct cm_av}.
 *
 * @param portNum the port of the device
 * @param sgidIndex the index of the source GID in the table of the port
 * @param path the path
 */
public record CmAddressVector(int portNum, int sgidIndex, SaPathRec path) {
    /** {@code IPV6_DEFAULT_HOPLIMIT}, which is also the default of IPv4 in Linux. */
    public static final int HOP_LIMIT = 64;

    private static final int DEFAULT_PKEY = 0xFFFF;

    /** {@code IB_SA_EQ}. */
    private static final int EQUAL = 2;

    /**
     * Returns a path as Linux makes it up on RoCE: {@code cma_resolve_iboe_route} and {@code cm_format_paths_from_req}.
     *
     * @param source the GID of the source
     * @param destination the GID of the destination
     * @param flowLabel the flow label
     * @param hopLimit the hop limit
     * @param trafficClass the traffic class
     * @param sl the service level
     * @param mtuCode a number of {@code enum ib_mtu}
     * @param packetLifeTime the exponent of the packet life time
     * @return the path
     */
    public static SaPathRec path(
            Gid source,
            Gid destination,
            long flowLabel,
            int hopLimit,
            int trafficClass,
            int sl,
            int mtuCode,
            int packetLifeTime) {
        return new SaPathRec(
                destination,
                source,
                0,
                0,
                0,
                flowLabel,
                hopLimit,
                trafficClass,
                1,
                1,
                DEFAULT_PKEY,
                sl,
                EQUAL,
                mtuCode,
                EQUAL,
                0,
                EQUAL,
                packetLifeTime,
                0);
    }

    /** Returns the way back to the sender of a packet: {@code cm_init_av_for_response}. */
    static CmAddressVector reply(int portNum, int sgidIndex, Gid own, Gid sender) {
        return new CmAddressVector(portNum, sgidIndex, path(own, sender, 0, HOP_LIMIT, 0, 0, 0, 0));
    }

    /** Returns the way to the sender of a request, from the path in it: {@code cm_format_paths_from_req}. */
    static CmAddressVector ofRequest(CmMadDecoder req, int portNum, int sgidIndex) {
        return new CmAddressVector(
                portNum,
                sgidIndex,
                path(
                        gid(req, CmBlock.REQ_PRIMARY_REMOTE_PORT_GID),
                        gid(req, CmBlock.REQ_PRIMARY_LOCAL_PORT_GID),
                        req.get(CmField.REQ_PRIMARY_FLOW_LABEL),
                        req.getInt(CmField.REQ_PRIMARY_HOP_LIMIT),
                        req.getInt(CmField.REQ_PRIMARY_TRAFFIC_CLASS),
                        req.getInt(CmField.REQ_PRIMARY_SL),
                        req.getInt(CmField.REQ_PATH_PACKET_PAYLOAD_MTU),
                        Math.max(0, req.getInt(CmField.REQ_PRIMARY_LOCAL_ACK_TIMEOUT) - 1)));
    }

    static Gid gid(CmMadDecoder mad, CmBlock block) {
        byte[] raw = new byte[Gid.LENGTH];
        mad.get(block, raw);
        return Gid.of(raw);
    }

    /** {@return the address for queue pairs: {@code ib_init_ah_attr_from_path}} */
    public AhAttr ahAttr() {
        return AhAttr.builder()
                .grh(new GlobalRoute(path.dgid(), path.flowLabel(), sgidIndex, path.hopLimit(), path.trafficClass()))
                .sl(path.sl())
                .portNum(portNum)
                .build();
    }
}
