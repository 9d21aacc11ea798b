// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import java.util.Optional;
import org.verbena.core.model.ModelFitting;
import org.verbena.libibverbs.abi.ContextStructs.IbvContext;
import org.verbena.libibverbs.abi.ContextStructs.IbvContextOps;
import org.verbena.libibverbs.abi.Struct;

/**
 * The shared library of the driver of a context. C has no call that returns its name. It is the library that contains
 * the driver's function for posting sends.
 */
final class DriverLibrary {
    /**
     * The driver that contains a function.
     *
     * @param postSend the address of the function for posting sends, 0 for none
     * @param driver the name of the driver in rdma-core
     */
    private record Found(long postSend, Optional<String> driver) {}

    private final Libibverbs library;
    private final Struct context;

    /** The driver as last found. Each creation of a queue pair needs it, and a search takes longer than most calls. */
    private volatile Found found = new Found(0, Optional.empty());

    DriverLibrary(Libibverbs library, Struct context) {
        this.library = library;
        this.context = context;
    }

    /** Returns the name of the driver in rdma-core. */
    Optional<String> driver() {
        long postSend = postSend();
        Found known = found;
        if (known.postSend() != postSend) {
            known = new Found(postSend, ModelFitting.driver(library.fileOf(postSend)));
            found = known;
        }
        return known.driver();
    }

    /** Returns the file of the library; empty if unknown. */
    String file() {
        return library.fileOf(postSend());
    }

    private long postSend() {
        return context.inner(IbvContext.OPS).get(IbvContextOps.POST_SEND);
    }
}
