// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import org.verbena.libibverbs.abi.Struct;

/**
 * An XRC shared receive queue of mlx5. mlx5_destroy_srq leaves its completions in the completion queue, with a number
 * that the next object gets. mlx5_poll_one would assign them to that object, and was observed to crash (rdma-core 44,
 * unchanged in 64). So they are removed before the destroy, and again before another object can get the number.
 */
final class Mlx5XrcSrq extends NativeSrq {
    private final NativeCq completions;

    Mlx5XrcSrq(NativeContext context, long pointer, Struct request, NativeCq completions) {
        super(context, pointer, request);
        this.completions = completions;
    }

    @Override
    public void destroy() {
        context().calls().withoutCreations(() -> {
            completions.hold();
            super.destroy();
            // libmlx5 knows no owner of completions that arrived since then: it returns an error for each.
            completions.holdAfterDestroy();
            return this;
        });
    }
}
