// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.observe;

import java.time.Instant;

/**
 * A snapshot of a handle.
 *
 * @param kind the {@link ObjectKind#description}, for example {@code queue pair} or {@code device context}
 * @param name the name for display, the same as in {@code toString()} and in messages, for example
 *     {@code queue pair #3 of device mlx5_0}; unique within a device context
 * @param provider the name of the provider
 * @param device the name of the device
 * @param contextId the number of the device context, counted from 1 in the order of the open calls in this JVM
 * @param since the creation time
 * @param creation the place of creation
 * @param leaked whether the application lost the handle without closing it; it exists until its device context is
 *     closed
 */
public record HandleInfo(
        String kind,
        String name,
        String provider,
        String device,
        long contextId,
        Instant since,
        CreationSite creation,
        boolean leaked) {}
