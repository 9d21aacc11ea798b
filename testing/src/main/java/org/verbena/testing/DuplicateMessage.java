// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Delivers messages of a test twice: {@link Faults#duplicateMessage}. The fault is injected after the parameters of the
 * test method, so it does not affect the connection of an injected pair. A message that is sent again counts again.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(DuplicateMessage.List.class)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface DuplicateMessage {
    /** Returns the number of the first message that is affected, 1 and above. Only messages that match are counted. */
    int value() default 1;

    /** Returns the number of consecutive messages that are affected, 1 and above. */
    int times() default 1;

    /**
     * Returns the operation of the messages: see {@link org.verbena.provider.sim.SimMessage#operation}. By default,
     * every request counts, without acknowledgements and other responses.
     */
    String operation() default "";

    /**
     * Returns the type of messages of the connection manager, for example {@code REQ} or {@code RTU}: see
     * {@link org.verbena.provider.sim.SimMessage#cm}. By default, they do not count.
     */
    String cm() default "";

    /** Contains several faults of this kind. */
    @Documented
    @Inherited
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE, ElementType.METHOD})
    @interface List {
        /** Returns the faults. */
        DuplicateMessage[] value();
    }
}
