package org.verbena.tck.engine;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.verbena.attr.QpType;

/**
 * A behaviour of the catalogue: a public method that takes a {@link org.verbena.tck.fixture.Fixture} and, where
 * {@link #types()} are given, the {@link QpType} to show it with.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Behaviour {
    /**
     * The name in the catalogue.
     *
     * @return for example {@code QPC-01}
     */
    String id();

    /**
     * What the device must do.
     *
     * @return a sentence
     */
    String says();

    /**
     * What the device must have for it.
     *
     * @return the capabilities; it is asked for each, in this order
     */
    Capability[] needs() default {};

    /**
     * What is shown where a capability is missing: that its use is refused as not supported, instead of nothing.
     *
     * @return true for a behaviour whose refusal has a prescribed form
     */
    boolean refusedWithout() default false;

    /**
     * The transport services to show it with, each as a behaviour of its own; the id is followed by the type in
     * brackets.
     *
     * @return the types, none for a behaviour that has no type
     */
    QpType[] types() default {};
}
