// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.RwqIndTable;
import org.verbena.RwqIndTableAttr;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.VerbsObject;
import org.verbena.WorkQueue;
import org.verbena.WqInitAttr;
import org.verbena.XrcDomain;
import org.verbena.XrcdInitAttr;
import org.verbena.error.VerbsException;

/**
 * The objects that one request needs. They are created on first use and closed together. A request cannot be sent
 * if the device refuses one of its objects.
 */
final class RequestObjects implements AutoCloseable {
    private static final int ENTRIES = 16;

    private final DeviceContext context;
    private final Deque<VerbsObject> objects = new ArrayDeque<>();
    private @Nullable ProtectionDomain pd;
    private @Nullable CompletionQueue cq;

    RequestObjects(DeviceContext context) {
        this.context = context;
    }

    DeviceContext context() {
        return context;
    }

    ProtectionDomain pd() {
        if (pd == null) {
            pd = helper("protection domain", context::allocPd);
        }
        return pd;
    }

    CompletionQueue cq() {
        if (cq == null) {
            cq = newCq(ENTRIES);
        }
        return cq;
    }

    /** Creates a completion queue with exactly the given number of entries. */
    CompletionQueue cqOf(int granted) {
        CompletionQueue exact = newCq(granted);
        if (exact.grantedCqe() != granted) {
            throw new NotAskableException("a completion queue of " + granted + " entries has " + exact.grantedCqe());
        }
        return exact;
    }

    private CompletionQueue newCq(int cqe) {
        return helper(
                "completion queue",
                () -> context.createCq(CqInitAttr.builder().cqe(cqe).build()));
    }

    SharedReceiveQueue srq() {
        SrqInitAttr attr = SrqInitAttr.builder().maxWr(ENTRIES).maxSge(1).build();
        return helper("shared receive queue", () -> pd().createSrq(attr));
    }

    XrcDomain xrcd() {
        return helper("XRC domain", () -> context.openXrcd(XrcdInitAttr.privateDomain()));
    }

    RwqIndTable table() {
        WqInitAttr attr =
                WqInitAttr.builder().pd(pd()).cq(cq()).maxWr(ENTRIES).maxSge(1).build();
        List<WorkQueue> queues = IntStream.range(0, 1 << Request.CreateQp.LOG_IND_TBL_SIZE)
                .mapToObj(slot -> helper("work queue", () -> context.createWq(attr)))
                .toList();
        return helper("indirection table", () -> context.createRwqIndTable(RwqIndTableAttr.of(queues)));
    }

    /** Creates an object that the request needs. */
    <T extends VerbsObject> T helper(String what, Supplier<T> creation) {
        try {
            return keep(creation.get());
        } catch (VerbsException e) {
            throw new NotAskableException("the required " + what + " cannot be created", e);
        }
    }

    /** Takes ownership of an object and closes it with the others. */
    <T extends VerbsObject> T keep(T object) {
        objects.push(object);
        return object;
    }

    @Override
    public void close() {
        while (!objects.isEmpty()) {
            objects.pop().close();
        }
    }
}
