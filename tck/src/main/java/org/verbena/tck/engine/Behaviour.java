// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.engine;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.verbena.attr.QpType;

/**
 * A behaviour of the catalogue. It marks a public method that takes a {@link org.verbena.tck.fixture.Fixture}, or a
 * {@link org.verbena.tck.fixture.CmFixture} in a class of {@link ConnectionBehaviours}. If {@link #types()} are given,
 * the method also takes a {@link QpType}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Behaviour {
    /**
     * Returns the id in the catalogue.
     *
     * @return for example {@code QPC-01}
     */
    String id();

    /** {@return the required behaviour of the device} */
    String says();

    /** {@return the capabilities that the behaviour needs, checked in this order} */
    Capability[] needs() default {};

    /**
     * Returns whether a device without the capability must reject its use as not supported. Otherwise the behaviour is
     * not applicable to such a device.
     *
     * @return true for a behaviour with a prescribed error
     */
    boolean refusedWithout() default false;

    /**
     * Returns the transport services to test. Each is a separate behaviour, whose id ends with the type in brackets.
     *
     * @return the types, empty for a behaviour that has no type
     */
    QpType[] types() default {};
}
