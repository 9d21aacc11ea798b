// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import org.verbena.libibverbs.abi.ContextStructs.IbvContext;
import org.verbena.libibverbs.abi.ContextStructs.IbvContextOps;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.libibverbs.call.NativeLinker.NativeFunction;

/** The post and poll functions of an open device, which the plain inline verbs call. */
final class DataPathFunctions {
    private final Libibverbs library;
    private final Struct operations;
    private final BriefCalls brief;

    DataPathFunctions(Libibverbs library, Struct context, BriefCalls brief) {
        this.library = library;
        this.operations = context.inner(IbvContext.OPS);
        this.brief = brief;
    }

    BriefCalls brief() {
        return brief;
    }

    /** Returns {@code ibv_post_send(3)} for a queue pair with or without send builders. */
    NativeFunction postSend(boolean withBuilders) {
        return library.function(operations, IbvContextOps.POST_SEND, "post_send", brief.sends() && !withBuilders);
    }

    NativeFunction postRecv() {
        return library.function(operations, IbvContextOps.POST_RECV, "post_recv", brief.receives());
    }

    NativeFunction postSrqRecv() {
        return library.function(operations, IbvContextOps.POST_SRQ_RECV, "post_srq_recv", brief.receives());
    }

    /** Returns {@code ibv_poll_cq(3)} for a completion queue with or without the extended interface. */
    NativeFunction pollCq(boolean extended) {
        return library.function(operations, IbvContextOps.POLL_CQ, "poll_cq", brief.polls() && !extended);
    }
}
