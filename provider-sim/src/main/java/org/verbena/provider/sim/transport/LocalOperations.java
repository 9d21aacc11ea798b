// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import org.verbena.attr.AccessFlag;
import org.verbena.provider.sim.memory.MemoryKey;
import org.verbena.provider.sim.memory.Region;
import org.verbena.provider.sim.memory.Window;
import org.verbena.spi.model.DataPathTrait;

/**
 * Performs the work requests that involve no peer: binding and invalidating windows, by the rules of IBA 10.6.7 and
 * 10.7.2.
 */
final class LocalOperations {
    private static final int MW_BIND = (int) AccessFlag.MW_BIND.mask();
    private static final int LOCAL_WRITE = (int) AccessFlag.LOCAL_WRITE.mask();
    private static final int ZERO_BASED = (int) AccessFlag.ZERO_BASED.mask();
    private static final int WRITES = (int) (AccessFlag.REMOTE_WRITE.mask() | AccessFlag.REMOTE_ATOMIC.mask());

    private LocalOperations() {}

    /** Performs a work request and returns its status. */
    static int perform(TransportQp qp, SendWqe wqe) {
        if (wqe.opcode == WorkOpcode.LOCAL_INV) {
            int refused =
                    qp.has(DataPathTrait.INVALIDATION_ERRORS_ARE_BIND_ERRORS) ? WcStatuses.BIND : WcStatuses.OPERATION;
            return invalidate(qp, wqe.immediate) ? WcStatuses.SUCCESS : refused;
        }
        WindowBinding binding = wqe.special().binding;
        if (binding == null || !mayBind(qp, binding)) {
            return WcStatuses.BIND;
        }
        binding.window()
                .bind(qp, binding.region(), binding.newKey(), binding.access(), binding.address(), binding.length());
        return WcStatuses.SUCCESS;
    }

    /**
     * Invalidates the binding of a type 2 window, and returns whether that was allowed. A region of an application
     * cannot be invalidated.
     */
    static boolean invalidate(TransportQp qp, int key) {
        MemoryKey entry = qp.nic().keys().find(key);
        if (!(entry instanceof Window window) || !window.isType2() || !window.isBound()) {
            return false;
        }
        if (!window.isOwnedBy(qp) && !qp.has(DataPathTrait.INVALIDATES_FOREIGN_WINDOWS)) {
            return false;
        }
        window.unbind();
        return true;
    }

    private static boolean mayBind(TransportQp qp, WindowBinding binding) {
        Window window = binding.window();
        boolean domainCounts = window.isType2() || !qp.has(DataPathTrait.BINDS_ACROSS_DOMAINS);
        if (!isThere(qp, window)
                || window.key() != binding.oldKey()
                || (domainCounts && !window.domain().equals(qp.domain()))) {
            return false;
        }
        Region region = binding.length() == 0 ? null : binding.region();
        if (window.isType2()) {
            return !window.isBound() && region != null && mayShow(qp, binding, region);
        }
        return (binding.access() & ZERO_BASED) == 0 && (region == null || mayShow(qp, binding, region));
    }

    /** Returns whether a window or region still exists. The application may have closed it since the post. */
    private static boolean isThere(TransportQp qp, MemoryKey entry) {
        return entry.equals(qp.nic().keys().find(entry.key()));
    }

    private static boolean mayShow(TransportQp qp, WindowBinding binding, Region region) {
        return isThere(qp, region)
                && (qp.has(DataPathTrait.BINDS_ACROSS_DOMAINS)
                        || region.domain().equals(qp.domain()))
                && (region.access() & MW_BIND) != 0
                && (region.access() & ZERO_BASED) == 0
                && ((binding.access() & WRITES) == 0 || (region.access() & LOCAL_WRITE) != 0)
                && (qp.has(DataPathTrait.BINDS_BEYOND_REGIONS) || region.covers(binding.address(), binding.length()));
    }
}
