package org.verbena.libibverbs.marshal;

import java.util.Optional;
import org.verbena.VerbsObject;
import org.verbena.spi.DriverBacked;
import org.verbena.spi.DriverObject;

/** A driver object that has a C struct. */
public interface Pointed extends DriverObject {
    /**
     * Returns the pointer to the C struct.
     *
     * @return the address of the C struct
     */
    long pointer();

    /**
     * Returns the pointer to the C struct of an object that a request names.
     *
     * @param object the object
     * @return the address of its C struct
     */
    static long pointerOf(VerbsObject object) {
        return DriverBacked.driverOf(object, Pointed.class).pointer();
    }

    /**
     * Returns the pointer to the C struct of an optional object of a request.
     *
     * @param object the object, may be empty
     * @return the address of its C struct, 0 (NULL) if empty
     */
    static long pointerOf(Optional<? extends VerbsObject> object) {
        return object.map(Pointed::pointerOf).orElse(0L);
    }
}
