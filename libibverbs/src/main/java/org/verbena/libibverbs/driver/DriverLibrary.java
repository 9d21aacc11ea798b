package org.verbena.libibverbs.driver;

import org.verbena.libibverbs.abi.IbvContext;
import org.verbena.libibverbs.abi.IbvContextOps;
import org.verbena.libibverbs.abi.Struct;

/** The shared library of the driver behind a context. C has no call that names it. */
final class DriverLibrary {
    private DriverLibrary() {}

    /** Whether it is libmlx5: it is the one whose function posts to send queues. */
    static boolean isMlx5(Libibverbs library, Struct context) {
        long function = context.inner(IbvContext.OPS).get(IbvContextOps.POST_SEND);
        return library.fileOf(function).contains("/libmlx5");
    }
}
