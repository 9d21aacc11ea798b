// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import java.util.EnumMap;
import java.util.Map;
import org.verbena.attr.Flags;
import org.verbena.attr.SendOp;
import org.verbena.libibverbs.abi.CField;
import org.verbena.libibverbs.abi.IbvQpEx;
import org.verbena.libibverbs.abi.Struct;

/** Reads from {@code struct ibv_qp_ex} which send operations have a builder. */
final class SendBuilders {
    /** The fields of every version of the struct. */
    private static final Map<SendOp, CField> ALWAYS = new EnumMap<>(Map.ofEntries(
            Map.entry(SendOp.RDMA_WRITE, IbvQpEx.WR_RDMA_WRITE),
            Map.entry(SendOp.RDMA_WRITE_WITH_IMM, IbvQpEx.WR_RDMA_WRITE_IMM),
            Map.entry(SendOp.SEND, IbvQpEx.WR_SEND),
            Map.entry(SendOp.SEND_WITH_IMM, IbvQpEx.WR_SEND_IMM),
            Map.entry(SendOp.RDMA_READ, IbvQpEx.WR_RDMA_READ),
            Map.entry(SendOp.ATOMIC_CMP_AND_SWP, IbvQpEx.WR_ATOMIC_CMP_SWP),
            Map.entry(SendOp.ATOMIC_FETCH_AND_ADD, IbvQpEx.WR_ATOMIC_FETCH_ADD),
            Map.entry(SendOp.LOCAL_INV, IbvQpEx.WR_LOCAL_INV),
            Map.entry(SendOp.BIND_MW, IbvQpEx.WR_BIND_MW),
            Map.entry(SendOp.SEND_WITH_INV, IbvQpEx.WR_SEND_INV),
            Map.entry(SendOp.TSO, IbvQpEx.WR_SEND_TSO)));

    /** The fields of newer versions only. They can be read if the driver accepted a request for the operation. */
    private static final Map<SendOp, CField> NEWER =
            Map.of(SendOp.ATOMIC_WRITE, IbvQpEx.WR_ATOMIC_WRITE, SendOp.FLUSH, IbvQpEx.WR_FLUSH);

    private SendBuilders() {}

    static Flags<SendOp> of(Struct qpEx, Flags<SendOp> requested) {
        Flags<SendOp> builders = Flags.none(SendOp.class);
        for (Map.Entry<SendOp, CField> entry : ALWAYS.entrySet()) {
            if (qpEx.get(entry.getValue()) != 0) {
                builders = builders.with(entry.getKey());
            }
        }
        for (Map.Entry<SendOp, CField> entry : NEWER.entrySet()) {
            if (requested.contains(entry.getKey()) && qpEx.get(entry.getValue()) != 0) {
                builders = builders.with(entry.getKey());
            }
        }
        return builders;
    }
}
