// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.marshal;

import org.verbena.attr.FlowAttr;
import org.verbena.attr.FlowSpec;
import org.verbena.libibverbs.abi.FlowStructs.IbvFlowAttr;
import org.verbena.libibverbs.abi.FlowStructs.IbvFlowSpec;
import org.verbena.libibverbs.abi.Frame;
import org.verbena.libibverbs.abi.Struct;

/** Writes requests for flow rules: a {@code struct ibv_flow_attr}, followed by its specifications. */
public final class FlowMarshal {
    private FlowMarshal() {}

    /**
     * Writes a flow rule.
     *
     * @param frame the frame that allocates the struct
     * @param attr the attributes of the rule
     * @return the {@code struct ibv_flow_attr}
     */
    public static Struct create(Frame frame, FlowAttr attr) {
        int size = IbvFlowAttr.SIZE
                + attr.specs().stream().mapToInt(FlowMarshal::size).sum();
        Struct request = frame.struct(size)
                .put(IbvFlowAttr.TYPE, attr.type().value())
                .put(IbvFlowAttr.FLOW_SIZE, size)
                .put(IbvFlowAttr.PRIORITY, attr.priority())
                .put(IbvFlowAttr.NUM_OF_SPECS, attr.specs().size())
                .put(IbvFlowAttr.PORT, attr.port())
                .put(IbvFlowAttr.FLAGS, attr.flags().mask());
        long at = request.address() + IbvFlowAttr.SIZE;
        for (FlowSpec spec : attr.specs()) {
            write(new Struct(request.memory(), at), spec);
            at += size(spec);
        }
        return request;
    }

    private static void write(Struct spec, FlowSpec from) {
        spec.put(IbvFlowSpec.HDR_TYPE, from.type().value());
        spec.put(IbvFlowSpec.HDR_SIZE, size(from));
        long values = spec.address() + headLength(from);
        spec.memory().put(values, from.value());
        spec.memory().put(values + from.value().length, from.mask());
    }

    /**
     * Returns the offset of the filter. A filter of bytes directly follows the 16-bit size; a filter with 32-bit
     * numbers follows padding.
     */
    private static int headLength(FlowSpec spec) {
        return switch (spec.type()) {
            case ETH, TCP, UDP -> IbvFlowSpec.HEAD;
            default -> IbvFlowSpec.PADDED_HEAD;
        };
    }

    /** Returns the {@code sizeof} of the C struct of a specification. */
    private static int size(FlowSpec spec) {
        int length = headLength(spec) + spec.value().length + spec.mask().length;
        return (length + Integer.BYTES - 1) / Integer.BYTES * Integer.BYTES;
    }
}
