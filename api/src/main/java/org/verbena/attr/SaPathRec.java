// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

import org.verbena.internal.Attr;

/**
 * A path: {@code struct ibv_sa_path_rec}. On RoCE the kernel makes it up, because there is no subnet administrator.
 * Numbers are in host byte order. A selector compares the following field: 0 greater than, 1 less than, 2 equal, 3
 * largest or smallest.
 *
 * @param dgid the GID of the destination
 * @param sgid the GID of the source
 * @param dlid the LID of the destination, 0 on RoCE
 * @param slid the LID of the source, 0 on RoCE
 * @param rawTraffic {@code raw_traffic}, 0 or 1
 * @param flowLabel the flow label, 20 bits
 * @param hopLimit the hop limit, 0..255
 * @param trafficClass the traffic class, 0..255
 * @param reversible whether the path works in both directions, 0 or 1
 * @param numbPath {@code numb_path}, the number of paths, 0..255
 * @param pkey the P_Key
 * @param sl the service level, 0..255
 * @param mtuSelector the selector of the MTU
 * @param mtuCode {@code mtu}, a number of {@code enum ibv_mtu}
 * @param rateSelector the selector of the rate
 * @param rate a number of {@code enum ibv_rate}
 * @param packetLifeTimeSelector the selector of the packet life time
 * @param packetLifeTime the packet life time, 4.096 us times a power of two with this exponent
 * @param preference the preference among several paths, 0 is the highest
 */
public record SaPathRec(
        Gid dgid,
        Gid sgid,
        int dlid,
        int slid,
        int rawTraffic,
        long flowLabel,
        int hopLimit,
        int trafficClass,
        int reversible,
        int numbPath,
        int pkey,
        int sl,
        int mtuSelector,
        int mtuCode,
        int rateSelector,
        int rate,
        int packetLifeTimeSelector,
        int packetLifeTime,
        int preference)
        implements StructRecord {
    private static final String STRUCT = "ibv_sa_path_rec";

    /** Creates a path. */
    public SaPathRec {
        Attr.present(STRUCT, "dgid", dgid);
        Attr.present(STRUCT, "sgid", sgid);
    }

    /** Returns {@code mtu}, the path MTU; {@link Mtu#UNKNOWN} for a number without a constant. */
    public Mtu mtu() {
        return Mtu.of(mtuCode);
    }
}
