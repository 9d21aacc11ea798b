// SPDX-License-Identifier: Apache-2.0
package org.verbena.cm;

import java.util.LinkedHashMap;
import java.util.Map;
import org.verbena.attr.AhAttr;
import org.verbena.attr.AttrStruct;

/**
 * The address of a datagram service or of a multicast group: {@code struct rdma_ud_param}.
 *
 * @param ahAttr the address vector
 * @param qpNum the number of the queue pair, 0..0xFFFFFF; 0xFFFFFF for a multicast group
 * @param qkey the Q_Key
 */
public record UdParam(AhAttr ahAttr, long qpNum, long qkey) implements AttrStruct {
    /** The Q_Key of port spaces {@link PortSpace#UDP} and {@link PortSpace#IPOIB}: {@code RDMA_UDP_QKEY}. */
    public static final long UDP_QKEY = 0x0123_4567L;

    /** The queue pair number of multicast datagrams. */
    public static final long MULTICAST_QPN = 0xFF_FFFF;

    @Override
    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("ah_attr", ahAttr);
        fields.put("qp_num", qpNum);
        fields.put("qkey", qkey);
        return fields;
    }
}
