// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi.model;

import java.util.List;
import java.util.function.Function;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.Explanation;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;

/**
 * The decision of a model on a request.
 *
 * @param <G> the type of the grant
 */
@ProviderType
public sealed interface Verdict<G> permits Verdict.Granted, Verdict.Refused {
    /**
     * A decision that grants the request.
     *
     * @param grant the grant
     * @param <G> the type of the grant
     */
    record Granted<G>(G grant) implements Verdict<G> {
        @Override
        public G orElseThrow(String verb, String object) {
            return grant;
        }

        @Override
        public <R> Verdict<R> map(Function<? super G, ? extends R> part) {
            return new Granted<>(part.apply(grant));
        }

        @Override
        public Explanation<G> explanation() {
            return new Explanation.Granted<>(grant);
        }
    }

    /**
     * A decision that rejects the request.
     *
     * @param errno the error number that the application receives; EINVAL if C fails without setting errno, or crashes
     * @param violations the violated rules in the order of the checks, at least one. The first layer of software that
     *     rejects the request (driver library, libibverbs, kernel core, kernel driver) ends the list
     * @param <G> the type of the grant
     */
    record Refused<G>(Errno errno, List<Violation> violations) implements Verdict<G> {
        /**
         * Copies the list of violations.
         *
         * @param errno the error number
         * @param violations the violated rules
         */
        public Refused {
            violations = List.copyOf(violations);
        }

        @Override
        public G orElseThrow(String verb, String object) {
            throw new VerbsException(verb, errno, object, new Diagnosis(violations));
        }

        @Override
        public <R> Verdict<R> map(Function<? super G, ? extends R> part) {
            return new Refused<>(errno, violations);
        }

        @Override
        public Explanation<G> explanation() {
            return new Explanation.Refused<>(errno, new Diagnosis(violations));
        }
    }

    /**
     * Returns the grant, or throws the exception that an application receives.
     *
     * @param verb the C function
     * @param object the object that the function is applied to, for display
     * @return the grant
     * @throws VerbsException if the request is rejected; its diagnosis contains the violations
     */
    G orElseThrow(String verb, String object);

    /**
     * Returns the same decision with a part of the grant.
     *
     * @param part extracts the part from the grant
     * @param <R> the type of the part
     * @return the decision
     */
    <R> Verdict<R> map(Function<? super G, ? extends R> part);

    /**
     * Returns the same decision in the form of the public API.
     *
     * @return the granted or refused explanation
     */
    Explanation<G> explanation();
}
