package org.verbena.spi.driver;

import org.osgi.annotation.versioning.ProviderType;
import org.verbena.VerbsObject;

/** An application's object that stands for a driver's one. */
@ProviderType
public interface DriverBacked {
    /**
     * The driver's object.
     *
     * @return the object that the driver created
     */
    DriverObject driver();

    /**
     * Finds what a driver created for an object in one of its requests.
     *
     * @param object an object of a request; requests are checked, so it belongs to the driver's own context
     * @param type the driver's class
     * @param <T> the driver's class
     * @return the driver's object
     */
    static <T extends DriverObject> T driverOf(VerbsObject object, Class<T> type) {
        return type.cast(((DriverBacked) object).driver());
    }
}
