package org.verbena.spi.model;

import java.util.List;
import java.util.function.Function;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.Diagnosis;
import org.verbena.Errno;
import org.verbena.Explanation;
import org.verbena.VerbsException;
import org.verbena.Violation;

/**
 * A model's answer to a request.
 *
 * @param <G> what is granted
 */
@ProviderType
public sealed interface Verdict<G> permits Verdict.Granted, Verdict.Refused {
    /**
     * The driver does it.
     *
     * @param grant what it gives
     * @param <G> what is granted
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
     * The driver does not do it.
     *
     * @param errno the error number that the application sees; EINVAL where C fails without setting one or crashes
     * @param violations the broken rules in the order in which they are checked, at least one. Rules behind the first
     *     layer of software that refuses (driver library, libibverbs, kernel core, kernel driver) are not listed
     * @param <G> what would have been granted
     */
    record Refused<G>(Errno errno, List<Violation> violations) implements Verdict<G> {
        /**
         * Copies the list.
         *
         * @param errno the error number
         * @param violations the broken rules
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
     * The grant, or the exception that an application gets.
     *
     * @param verb the C function
     * @param object what it was applied to, for people
     * @return the grant
     * @throws VerbsException if refused, with the violations as its diagnosis
     */
    G orElseThrow(String verb, String object);

    /**
     * The same verdict on a part of the grant.
     *
     * @param part takes the part out
     * @param <R> what is granted then
     * @return the verdict
     */
    <R> Verdict<R> map(Function<? super G, ? extends R> part);

    /**
     * The same for applications.
     *
     * @return granted or refused
     */
    Explanation<G> explanation();
}
