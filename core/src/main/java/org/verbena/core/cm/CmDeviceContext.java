// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.cm;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.attr.DeviceAttr;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;

/** A device of a manager: its context, and the protection domain that all identifiers share. */
final class CmDeviceContext {
    private static final int UINT8_MAX = 0xFF;

    private final DeviceContext context;
    private final boolean owned;
    private final int maxResponderResources;
    private final int maxInitiatorDepth;
    private @Nullable ProtectionDomain pd;

    /**
     * Creates the device.
     *
     * @param context the context
     * @param owned whether the manager has opened the context
     */
    CmDeviceContext(DeviceContext context, boolean owned) {
        this.context = context;
        this.owned = owned;
        DeviceAttr attr = context.queryDevice();
        // librdmacm copies both to a uint8_t: ucma_init_device.
        maxResponderResources = attr.maxQpRdAtom() & UINT8_MAX;
        maxInitiatorDepth = attr.maxQpInitRdAtom() & UINT8_MAX;
    }

    DeviceContext context() {
        return context;
    }

    int maxResponderResources() {
        return maxResponderResources;
    }

    int maxInitiatorDepth() {
        return maxInitiatorDepth;
    }

    synchronized ProtectionDomain pd() {
        ProtectionDomain known = pd;
        if (known == null || known.isClosed()) {
            known = context.allocPd();
            pd = known;
        }
        return known;
    }

    /** Closes the context if the manager has opened it, or else its protection domain if nothing uses it. */
    synchronized void close() {
        if (owned) {
            context.close();
        } else if (!context.isClosed()) {
            Optional.ofNullable(pd).ifPresent(CmDeviceContext::closeUnlessUsed);
        }
    }

    private static void closeUnlessUsed(ProtectionDomain pd) {
        try {
            pd.close();
        } catch (VerbsException e) {
            // Queue pairs outlive their identifiers. The context of the application closes the domain with them.
            if (!e.errno().equals(Errno.EBUSY)) {
                throw e;
            }
        }
    }
}
