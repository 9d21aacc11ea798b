package org.verbena.libibverbs.driver;

import java.util.Optional;
import org.verbena.core.model.ModelFitting;
import org.verbena.libibverbs.abi.ContextStructs.IbvContext;
import org.verbena.libibverbs.abi.ContextStructs.IbvContextOps;
import org.verbena.libibverbs.abi.Struct;

/** The shared library of the driver of a context. C has no call that returns its name. */
final class DriverLibrary {
    private DriverLibrary() {}

    /**
     * Returns the name of the driver in rdma-core, found by the library that contains its function for posting sends.
     */
    static Optional<String> driver(Libibverbs library, Struct context) {
        return ModelFitting.driver(file(library, context));
    }

    /** Returns the file of the library; empty if unknown. */
    static String file(Libibverbs library, Struct context) {
        return library.fileOf(context.inner(IbvContext.OPS).get(IbvContextOps.POST_SEND));
    }
}
