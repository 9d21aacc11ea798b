// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.observe;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/** Lists the handles of one device context for the {@link Inventory}. */
@ConsumerType
@FunctionalInterface
public interface HandleSource {
    /**
     * Returns the handles that are currently open. Any thread may call this method at any time.
     *
     * @return the context itself, followed by its objects in creation order; empty once the context is closed
     */
    List<HandleInfo> handles();
}
