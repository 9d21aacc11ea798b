// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Takes a port down before the test method runs, and after its parameters exist: {@link Faults#portDown}. The contexts
 * receive {@code IBV_EVENT_PORT_ERR}.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface PortDown {
    /** Returns the port number, 1 and above. */
    int value() default 1;

    /** Returns the position of the device, 0 for the first one. */
    int device() default 0;
}
