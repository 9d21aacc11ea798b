package org.verbena.spi.observe;

import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The {@link HandlesMXBean} in the MBean server of this JVM, from {@link #register()} until {@link #close()}. With the
 * system property {@value #PROPERTY} set to {@code true} it is registered when the first device is opened, and stays.
 *
 * <p>While nobody reads the bean, it costs nothing.
 */
public final class HandlesRegistration implements AutoCloseable {
    /** The object name. */
    public static final String NAME = "org.verbena:type=Handles";

    /** The system property that asks for a registration. */
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
     * @throws IllegalStateException if there is one already, which may be of another copy of Verbena in this JVM; if the
     *     JVM has no module {@code java.management}, or the bundle no import of {@code javax.management}
     */
    public static HandlesRegistration register() {
        try {
            return new HandlesRegistration(PlatformRegistration.of(new InventoryBean()));
        } catch (NoClassDefFoundError e) {
            throw new IllegalStateException(
                    "MBean " + NAME + " cannot be registered: there is no module java.management", e);
        }
    }

    /** Registers the bean if the system property says so. What keeps it from that is logged: nobody asked in code. */
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

    /** Withdraws the bean. A second call does nothing. */
    @Override
    public void close() {
        if (!closed.getAndSet(true)) {
            registration.remove();
        }
    }
}
