// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.marshal;

import org.verbena.attr.Gid;
import org.verbena.attr.SaPathRec;
import org.verbena.libibverbs.abi.CmStructs.IbvSaPathRec;
import org.verbena.libibverbs.abi.NetworkOrder;
import org.verbena.libibverbs.abi.Struct;

/** Reads {@code struct ibv_sa_path_rec}. */
public final class SaPaths {
    /**
     * The size of the field. librdmacm leaves other bits above it, such as the one for raw traffic (ucma_query_path).
     */
    private static final long FLOW_LABEL_MASK = 0xF_FFFF;

    private SaPaths() {}

    /**
     * Reads a path.
     *
     * @param struct the source
     * @return the path, with numbers in host byte order
     */
    public static SaPathRec read(Struct struct) {
        return new SaPathRec(
                Gid.of(struct.bytes(IbvSaPathRec.DGID)),
                Gid.of(struct.bytes(IbvSaPathRec.SGID)),
                NetworkOrder.of16(struct.getInt(IbvSaPathRec.DLID)),
                NetworkOrder.of16(struct.getInt(IbvSaPathRec.SLID)),
                struct.getInt(IbvSaPathRec.RAW_TRAFFIC),
                NetworkOrder.of(struct.get(IbvSaPathRec.FLOW_LABEL)) & FLOW_LABEL_MASK,
                struct.getInt(IbvSaPathRec.HOP_LIMIT),
                struct.getInt(IbvSaPathRec.TRAFFIC_CLASS),
                struct.getInt(IbvSaPathRec.REVERSIBLE),
                struct.getInt(IbvSaPathRec.NUMB_PATH),
                NetworkOrder.of16(struct.getInt(IbvSaPathRec.PKEY)),
                struct.getInt(IbvSaPathRec.SL),
                struct.getInt(IbvSaPathRec.MTU_SELECTOR),
                struct.getInt(IbvSaPathRec.MTU),
                struct.getInt(IbvSaPathRec.RATE_SELECTOR),
                struct.getInt(IbvSaPathRec.RATE),
                struct.getInt(IbvSaPathRec.PACKET_LIFE_TIME_SELECTOR),
                struct.getInt(IbvSaPathRec.PACKET_LIFE_TIME),
                struct.getInt(IbvSaPathRec.PREFERENCE));
    }
}
