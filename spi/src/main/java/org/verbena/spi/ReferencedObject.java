// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi;

import org.osgi.annotation.versioning.ProviderType;

/** An object that work requests reference by its pointer. */
@ProviderType
public interface ReferencedObject extends DriverObject {
    /**
     * Returns the value by which a work request references this object.
     *
     * @return the value that a {@code struct ibv_send_wr} contains as {@code struct ibv_ah *}, {@code struct ibv_mr *}
     *     or {@code struct ibv_mw *}
     */
    long reference();
}
