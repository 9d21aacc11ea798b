// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.marshal;

import java.util.Optional;
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
     * @param object the object, created by this driver
     * @return the address of its C struct
     */
    static long pointerOf(DriverObject object) {
        return ((Pointed) object).pointer();
    }

    /**
     * Returns the pointer to the C struct of an optional object of a request.
     *
     * @param object the object, may be empty
     * @return the address of its C struct, 0 (NULL) if empty
     */
    static long pointerOf(Optional<? extends DriverObject> object) {
        return object.map(Pointed::pointerOf).orElse(0L);
    }
}
