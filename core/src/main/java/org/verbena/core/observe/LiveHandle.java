// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.observe;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A {@link HandleInfo} in the form that JMX supports. A management console shows it as {@code CompositeData} with these
 * attributes.
 */
@ProviderType
public interface LiveHandle {
    /** {@return the kind of object for display, for example {@code queue pair}} */
    String getKind();

    /**
     * Returns the name of the handle in messages. It is unique within a device context.
     *
     * @return the name, for example {@code queue pair #3 of device mlx5_0}
     */
    String getName();

    /** {@return the name of the provider, for example {@code ffm}} */
    String getProvider();

    /** {@return the name of the device, for example {@code mlx5_0}} */
    String getDevice();

    /** {@return the number of the device context, counted from 1 in the order of the open calls in this JVM} */
    long getContextId();

    /**
     * Returns the creation time.
     *
     * @return the UTC time in ISO 8601 format, for example {@code 2026-11-22T08:30:00.125Z}
     */
    String getSince();

    /**
     * Returns the place of creation.
     *
     * @return the innermost frame of the application, or a note that there is none; see {@link CreationSite#caller()}
     */
    String getCreatedBy();

    /**
     * {@return whether the application lost the handle without closing it; true if the handle is leaked; it exists
     * until its device context is closed}
     */
    boolean isLeaked();
}
