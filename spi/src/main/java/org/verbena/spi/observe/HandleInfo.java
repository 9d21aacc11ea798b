package org.verbena.spi.observe;

import java.time.Instant;

/**
 * One handle as it was at the moment of asking.
 *
 * @param kind what it is, in words: {@code queue pair}, {@code device context}
 * @param name its name for people, the same as of its {@code toString()} and in messages: {@code queue pair #3 of device
 *     mlx5_0}. No two handles of one device context have the same
 * @param device the name of its device
 * @param contextId which device context it belongs to: 1 for the first that this JVM opened, and so on
 * @param since when it was created
 * @param creation where it was created
 * @param leaked whether the application has lost it without closing it: it exists until its device context is closed
 */
public record HandleInfo(
        String kind,
        String name,
        String device,
        long contextId,
        Instant since,
        CreationSite creation,
        boolean leaked) {}
