// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import org.verbena.libibverbs.abi.CField;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.libibverbs.call.NativeLinker.NativeFunction;

/**
 * A function whose pointer the driver replaces. Until the queue pair is ready to send, {@code wr_complete} of libmlx5
 * is a function that only fails (rdma-core 44: providers/mlx5/verbs.c, set_qp_operational_state). So every call reads
 * the pointer, as C does.
 */
final class ExchangedFunction implements NativeFunction {
    /** A function and its address. */
    private record Current(long address, NativeFunction function) {}

    private final Libibverbs library;
    private final Struct struct;
    private final CField pointer;
    private final String name;
    private final boolean brief;
    private volatile Current current;

    ExchangedFunction(Libibverbs library, Struct struct, CField pointer, String name, boolean brief) {
        this.library = library;
        this.struct = struct;
        this.pointer = pointer;
        this.name = name;
        this.brief = brief;
        this.current = lookUp(struct.get(pointer));
    }

    @Override
    public long call(long first, long second, long third) {
        return function().call(first, second, third);
    }

    @Override
    public long call(long first, long second, long third, long fourth, long fifth, long sixth) {
        return function().call(first, second, third, fourth, fifth, sixth);
    }

    private NativeFunction function() {
        long address = struct.get(pointer);
        Current known = current;
        if (known.address != address) {
            known = lookUp(address);
            current = known;
        }
        return known.function;
    }

    private Current lookUp(long address) {
        return new Current(address, library.function(struct, pointer, name, brief));
    }
}
