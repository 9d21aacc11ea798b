package org.verbena.spi;

import org.osgi.annotation.versioning.ProviderType;
import org.verbena.VerbsObject;

/** An application object that is backed by a driver object. */
@ProviderType
public interface DriverBacked {
    /**
     * Returns the driver object.
     *
     * @return the object that the driver created
     */
    DriverObject driver();

    /**
     * Returns the driver object of an application object in a request.
     *
     * @param object an object of a request; it belongs to the driver's own context, since requests are checked
     *     beforehand
     * @param type the class of the driver object
     * @param <T> the class of the driver object
     * @return the driver object
     */
    static <T extends DriverObject> T driverOf(VerbsObject object, Class<T> type) {
        return type.cast(((DriverBacked) object).driver());
    }
}
