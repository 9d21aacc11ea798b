package org.verbena.spi.observe;

import org.osgi.annotation.versioning.ProviderType;

/** A {@link HandleInfo} as JMX carries it: a management console sees a {@code CompositeData} of these attributes. */
@ProviderType
public interface LiveHandle {
    /**
     * What it is, in words.
     *
     * @return for example {@code queue pair}
     */
    String getKind();

    /**
     * Its name in messages. No two handles of one device context have the same.
     *
     * @return for example {@code queue pair #3 of device mlx5_0}
     */
    String getName();

    /**
     * The name of its device.
     *
     * @return for example {@code mlx5_0}
     */
    String getDevice();

    /**
     * Which device context it belongs to.
     *
     * @return 1 for the first that this JVM opened, and so on
     */
    long getContextId();

    /**
     * When it was created.
     *
     * @return in UTC, as of ISO 8601: {@code 2026-11-22T08:30:00.125Z}
     */
    String getSince();

    /**
     * Who created it.
     *
     * @return the innermost frame of the application, or that there is none; see {@link CreationSite#caller()}
     */
    String getCreatedBy();

    /**
     * Whether the application has lost it without closing it.
     *
     * @return if so, it exists until its device context is closed
     */
    boolean isLeaked();
}
