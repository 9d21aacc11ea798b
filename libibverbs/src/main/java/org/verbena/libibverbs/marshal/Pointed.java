package org.verbena.libibverbs.marshal;

import java.util.Optional;
import org.verbena.VerbsObject;
import org.verbena.spi.driver.DriverBacked;
import org.verbena.spi.driver.DriverObject;

/** A driver's object that C knows by a pointer. */
public interface Pointed extends DriverObject {
    /**
     * The pointer.
     *
     * @return the address of the C struct
     */
    long pointer();

    /**
     * The pointer that an object of a request stands for.
     *
     * @param object the object
     * @return its pointer
     */
    static long pointerOf(VerbsObject object) {
        return DriverBacked.driverOf(object, Pointed.class).pointer();
    }

    /**
     * The pointer that an object of a request stands for.
     *
     * @param object the object, if there is one
     * @return its pointer, NULL without one
     */
    static long pointerOf(Optional<? extends VerbsObject> object) {
        return object.map(Pointed::pointerOf).orElse(0L);
    }
}
