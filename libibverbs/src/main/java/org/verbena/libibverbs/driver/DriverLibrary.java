package org.verbena.libibverbs.driver;

import java.util.Optional;
import org.verbena.libibverbs.abi.IbvContext;
import org.verbena.libibverbs.abi.IbvContextOps;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.spi.model.ModelFitting;

/** The shared library of the driver behind a context. C has no call that names it. */
final class DriverLibrary {
    private DriverLibrary() {}

    /** rdma-core's name of the driver: it is the one whose function posts to send queues. */
    static Optional<String> driver(Libibverbs library, Struct context) {
        long function = context.inner(IbvContext.OPS).get(IbvContextOps.POST_SEND);
        return ModelFitting.driver(library.fileOf(function));
    }
}
