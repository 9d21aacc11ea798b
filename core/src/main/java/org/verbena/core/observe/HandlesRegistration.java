// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.observe;

import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The registration of the {@link HandlesMXBean} in the MBean server of this JVM, from {@link #register()} until
 * {@link #close()}. If the system property {@value #PROPERTY} is {@code true}, the bean is registered when the first
 * device is opened, and stays registered.
 *
 * <p>The bean has no cost until it is read.
 */
public final class HandlesRegistration implements AutoCloseable {
    /** The object name of the bean. */
    public static final String NAME = "org.verbena:type=Handles";

    /** The system property that requests the registration. */
    public static final String PROPERTY = "verbena.jmx";

    private final PlatformRegistration registration;
    private final AtomicBoolean closed = new AtomicBoolean();

    private HandlesRegistration(PlatformRegistration registration) {
        this.registration = registration;
    }

    /**
     * Registers the bean.
     *
     * @return the registration
     * @throws IllegalStateException if the bean is already registered, possibly by another copy of Verbena in this JVM;
     *     if the JVM lacks the module {@code java.management}; or if the bundle does not import
     *     {@code javax.management}
     */
    public static HandlesRegistration register() {
        try {
            return new HandlesRegistration(PlatformRegistration.of(new InventoryBean()));
        } catch (NoClassDefFoundError e) {
            throw new IllegalStateException(
                    "MBean " + NAME + " cannot be registered: module java.management is missing", e);
        }
    }

    /**
     * Registers the bean if the system property is set. A failure is only logged, because no code requested the
     * registration.
     */
    static void registerIfAsked() {
        if (Boolean.getBoolean(PROPERTY)) {
            try {
                register();
            } catch (IllegalStateException e) {
                System.getLogger(HandlesRegistration.class.getName())
                        .log(Level.WARNING, PROPERTY + "=true has no effect", e);
            }
        }
    }

    /** Unregisters the bean. A second call has no effect. */
    @Override
    public void close() {
        if (!closed.getAndSet(true)) {
            registration.remove();
        }
    }
}
