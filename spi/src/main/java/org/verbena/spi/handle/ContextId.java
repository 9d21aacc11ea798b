package org.verbena.spi.handle;

import java.util.concurrent.atomic.AtomicLong;
import org.verbena.Device;

/**
 * Which device context an object belongs to.
 *
 * @param number counts the contexts of this JVM from 1
 * @param device the name of its device
 */
record ContextId(long number, String device) {
    private static final AtomicLong LAST = new AtomicLong();

    /** The identity of a context that is about to open. */
    static ContextId next(Device device) {
        return new ContextId(LAST.incrementAndGet(), device.name());
    }
}
