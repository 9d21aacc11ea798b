// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.verbena.provider.sim.SimObjectKind;

/**
 * Makes the creation of an object fail, on any device: {@link Faults#failCreate}. The fault is injected after the
 * parameters of the test method, so it does not affect them. Of several faults for one kind, the last one applies.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(FailCreate.List.class)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface FailCreate {
    /** Returns the kind of the object. */
    SimObjectKind value();

    /** Returns the number of the creation that fails, 1 for the next one. */
    int nth() default 1;

    /** Returns the name of the error number, for example {@code EAGAIN}: see {@link org.verbena.error.Errno#known}. */
    String errno() default "ENOMEM";

    /** Contains several faults of this kind. */
    @Documented
    @Inherited
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE, ElementType.METHOD})
    @interface List {
        /** Returns the faults. */
        FailCreate[] value();
    }
}
