// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Removes a device before the test method runs, and after its parameters exist: {@link Faults#removeDevice}. The
 * contexts receive {@code IBV_EVENT_DEVICE_FATAL}, work requests are flushed, and later verbs fail with EIO.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface RemoveDevice {
    /** Returns the position of the device, 0 for the first one. */
    int value() default 0;
}
