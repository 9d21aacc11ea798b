// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import java.util.function.Function;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;

/**
 * The expected answer of a driver to a request.
 *
 * @param <G> the type of the result of an accepted request
 */
@ProviderType
public sealed interface Explanation<G> {
    /**
     * A prediction that the driver accepts the request.
     *
     * @param grant the values that the verb would return, or the resulting state
     * @param <G> the type of the result
     */
    record Granted<G>(G grant) implements Explanation<G> {
        @Override
        public <R> Explanation<R> map(Function<? super G, ? extends R> part) {
            return new Granted<>(part.apply(grant));
        }
    }

    /**
     * A prediction that the driver rejects the request.
     *
     * @param errno the error number; {@link Errno#EINVAL} if C fails without setting one, or crashes
     * @param diagnosis the broken rules, at least one, in the order in which they are checked; only rules of the first
     *     software layer that rejects the request (driver library, libibverbs, kernel core or kernel driver)
     * @param <G> the type of the result of an accepted request
     */
    record Refused<G>(Errno errno, Diagnosis diagnosis) implements Explanation<G> {
        @Override
        public <R> Explanation<R> map(Function<? super G, ? extends R> part) {
            return new Refused<>(errno, diagnosis);
        }
    }

    /**
     * An explanation for a device without a model of its driver.
     *
     * @param reason the known facts about the device, for display
     * @param <G> the type of the result of an accepted request
     */
    record Unknown<G>(String reason) implements Explanation<G> {
        @Override
        public <R> Explanation<R> map(Function<? super G, ? extends R> part) {
            return new Unknown<>(reason);
        }
    }

    /**
     * Returns this explanation for a part of the result.
     *
     * @param part the function that returns the part
     * @param <R> the type of the part
     * @return the explanation
     */
    <R> Explanation<R> map(Function<? super G, ? extends R> part);
}
