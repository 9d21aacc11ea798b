// SPDX-License-Identifier: Apache-2.0
package org.verbena.cm;

import org.osgi.annotation.versioning.ProviderType;
import org.verbena.Availability;
import org.verbena.DeviceContext;

/**
 * A {@link org.verbena.VerbsProvider} with connection management. Applications call {@link ConnectionManager#open} and
 * {@link ConnectionManager#availability}, which also serve providers without it.
 */
@ProviderType
public interface CmProvider {
    /**
     * Returns whether connection management can currently be used on this machine. The first call may load native
     * libraries. This method never throws.
     *
     * @return the availability with its reason
     */
    Availability connectionManagement();

    /**
     * Opens a manager, see {@link ConnectionManager#open}.
     *
     * @param contexts the contexts of the application that identifiers on their devices use
     * @return the manager
     */
    ConnectionManager openConnectionManager(DeviceContext... contexts);
}
