// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes the receiver answer with an RNR NAK, as if no receive was posted: {@link Faults#rnrNak}. The fault applies to
 * the sends and the writes with immediate data of RC. The sender repeats a message up to {@code rnr_retry} times: see
 * {@link PairAttr#rnrRetry}. The fault is injected after the parameters of the test method.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface RnrNak {
    /** Returns the number of the first message that is affected, 1 and above. */
    int value() default 1;

    /** Returns the number of RNR NAKs, 1 and above. A message that is sent again counts again. */
    int times() default 1;
}
