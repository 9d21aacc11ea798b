package org.verbena;

import java.util.function.Function;
import org.osgi.annotation.versioning.ProviderType;

/**
 * What a device's driver is expected to say to a request.
 *
 * @param <G> what it would give
 */
@ProviderType
public sealed interface Explanation<G> {
    /**
     * The driver would do it.
     *
     * @param grant what the verb would write back or leave behind
     * @param <G> what it would give
     */
    record Granted<G>(G grant) implements Explanation<G> {
        @Override
        public <R> Explanation<R> map(Function<? super G, ? extends R> part) {
            return new Granted<>(part.apply(grant));
        }
    }

    /**
     * The driver would refuse.
     *
     * @param errno the error number; {@link Errno#EINVAL} where C fails without setting one, or crashes
     * @param diagnosis the broken rules in the order in which they are checked, at least one. Rules behind the first
     *     layer of software that refuses (driver library, libibverbs, kernel core, kernel driver) are not listed
     * @param <G> what it would have given
     */
    record Refused<G>(Errno errno, Diagnosis diagnosis) implements Explanation<G> {
        @Override
        public <R> Explanation<R> map(Function<? super G, ? extends R> part) {
            return new Refused<>(errno, diagnosis);
        }
    }

    /**
     * There is no model of the device's driver.
     *
     * @param reason what is known of the device, for people
     * @param <G> what it would give
     */
    record Unknown<G>(String reason) implements Explanation<G> {
        @Override
        public <R> Explanation<R> map(Function<? super G, ? extends R> part) {
            return new Unknown<>(reason);
        }
    }

    /**
     * The same of a part of the grant.
     *
     * @param part takes the part out
     * @param <R> what is granted then
     * @return the explanation
     */
    <R> Explanation<R> map(Function<? super G, ? extends R> part);
}
