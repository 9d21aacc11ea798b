package org.verbena.libibverbs.driver;

import org.verbena.libibverbs.abi.Struct;

/**
 * An XRC shared receive queue of mlx5. mlx5_destroy_srq leaves its completions in the completion queue, under a number
 * that the next object gets; mlx5_poll_one would assign them to that one, and was seen to crash (rdma-core 44, unchanged
 * in 64). So they are taken out before, and once more before another object can get the number.
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
            // Nothing known to libmlx5 owns completions that arrived in between: it answers an error for each.
            completions.holdAfterDestroy();
            return this;
        });
    }
}
