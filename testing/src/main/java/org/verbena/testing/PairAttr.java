// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.verbena.attr.QpType;

/**
 * Selects the attributes of a pair of queue pairs that a parameter contains: {@link ConnectedPair} or
 * {@link org.verbena.async.AsyncQueuePair}. The first parameter that asks for the pair determines them.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface PairAttr {
    /** Returns the type, {@link QpType#RC}, {@link QpType#UC} or {@link QpType#UD}. */
    QpType qpType() default QpType.RC;

    /** Returns {@code timeout}, 0..31: a message without answer is sent again after 4.096 µs * 2<sup>timeout</sup>. */
    int timeout() default 14;

    /** Returns {@code retry_cnt}, 0..7: how often a message is sent again for lack of an answer. */
    int retryCnt() default 6;

    /** Returns {@code rnr_retry}, 0..7: how often a message is sent again after an RNR NAK; 7 is infinite. */
    int rnrRetry() default 7;
}
