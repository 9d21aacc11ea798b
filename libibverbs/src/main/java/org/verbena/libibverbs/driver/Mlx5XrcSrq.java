package org.verbena.libibverbs.driver;

import org.verbena.libibverbs.abi.Struct;

/**
 * An XRC queue of mlx5. mlx5_destroy_srq leaves its completions in the completion queue, under a number that the next
 * object gets; mlx5_poll_one would take them for that one's, and was seen to crash (rdma-core 44, unchanged in 64). So
 * they are taken out before, and once more before anybody gets the number. Where that cannot be done, of an extended
 * completion queue, only the kernel's object is destroyed, and the memory of libmlx5 is lost: it is what those
 * completions refer to.
 */
final class Mlx5XrcSrq extends NativeSrq {
    private final NativeCq completions;

    Mlx5XrcSrq(NativeContext context, long pointer, Struct request, NativeCq completions) {
        super(context, pointer, request, completions.isExtended() ? Verb.CMD_DESTROY_SRQ : Verb.DESTROY_SRQ);
        this.completions = completions;
    }

    @Override
    public void destroy() {
        if (completions.isExtended()) {
            super.destroy();
        } else {
            context().calls().withoutCreations(() -> {
                destroyBetweenCompletions();
                return this;
            });
        }
    }

    private void destroyBetweenCompletions() {
        completions.hold();
        super.destroy();
        // What has come in between belongs to nobody whom libmlx5 knows: it answers an error for each.
        completions.hold();
    }
}
