// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.verbena.attr.Flags;
import org.verbena.attr.VerbsFlag;
import org.verbena.error.Errno;
import org.verbena.error.Violation;
import org.verbena.spi.model.Verdict;

/**
 * Collects the rules that a request violates, in the order of the checks. The first violated rule determines the errno.
 * The rules form layers, one for each layer of software. A layer is checked only if no previous layer reports a
 * violation.
 */
public final class Checklist {
    private final List<Violation> violations = new ArrayList<>();
    private @Nullable Errno errno;

    private Checklist() {}

    /**
     * Checks a request layer by layer.
     *
     * @param layers the layers in the order in which C checks them, for example library, kernel core, kernel driver
     * @return the violated rules of the first layer that reports any; no rules if the request is correct
     */
    @SafeVarargs
    public static Checklist of(Consumer<Checklist>... layers) {
        Checklist checks = new Checklist();
        for (Consumer<Checklist> layer : layers) {
            if (checks.kept()) {
                layer.accept(checks);
            }
        }
        return checks;
    }

    /**
     * Returns EOPNOTSUPP for a verb that a driver does not implement (rdma-core libibverbs/dummy_ops.c).
     *
     * @param verb the C function
     * @param <G> the type of the grant
     * @return the refusal
     */
    public static <G> Verdict<G> unsupported(String verb) {
        return unsupported(verb, "the driver does not implement this operation", "rdma-core libibverbs/dummy_ops.c");
    }

    /**
     * Returns EOPNOTSUPP for a verb, with the rule and its source.
     *
     * @param verb the C function
     * @param rule the text of the rule
     * @param source the document, or the file and function
     * @param <G> the type of the grant
     * @return the refusal
     */
    public static <G> Verdict<G> unsupported(String verb, String rule, String source) {
        return new Verdict.Refused<>(
                Errno.EOPNOTSUPP, List.of(new Violation(verb, "called", "not offered", rule, source)));
    }

    /** Returns whether no rule is violated so far. Formulas that depend on a violated rule are meaningless. */
    public boolean kept() {
        return violations.isEmpty();
    }

    /**
     * Returns an empty list of rules with one source.
     *
     * @param source the document, or the file and function, for example {@code "ibv_modify_qp(3)"}
     * @return the rules; their violations belong to this list
     */
    public Rules from(String source) {
        return new Rules(source);
    }

    /**
     * Returns the verdict on the request.
     *
     * @param grant computes the grant; called only if no rule is violated
     * @param <G> the type of the grant
     * @return the grant; otherwise the errno of the first violated rule, with all violations
     */
    public <G> Verdict<G> grant(Supplier<G> grant) {
        Errno refusal = errno;
        return refusal == null ? new Verdict.Granted<>(grant.get()) : new Verdict.Refused<>(refusal, violations);
    }

    /** The rules of one document or function. */
    public final class Rules {
        private final String source;

        private Rules(String source) {
            this.source = source;
        }

        /**
         * Requires a value up to a limit of the device; otherwise fails with EINVAL.
         *
         * @param attribute the C name of the attribute
         * @param requested the requested value
         * @param limit the largest permitted value
         * @return this list of rules
         */
        public Rules atMost(String attribute, long requested, long limit) {
            return atMost(attribute, requested, limit, "the device supports no more");
        }

        /**
         * Requires a value up to a limit; otherwise fails with EINVAL.
         *
         * @param attribute the C name of the attribute
         * @param requested the requested value
         * @param limit the largest permitted value
         * @param rule the text of the rule
         * @return this list of rules
         */
        public Rules atMost(String attribute, long requested, long limit, String rule) {
            return require(requested <= limit, attribute, requested, limit, rule);
        }

        /**
         * Requires a value up to a limit; otherwise fails with EINVAL.
         *
         * @param attribute the C name of the attribute
         * @param requested the requested value
         * @param limit the largest permitted value
         * @param rule returns the text of the rule; called only on a violation
         * @return this list of rules
         */
        public Rules atMost(String attribute, long requested, long limit, Supplier<String> rule) {
            return require(requested <= limit, attribute, requested, limit, rule);
        }

        /**
         * Requires a condition; otherwise fails with EINVAL.
         *
         * @param kept whether the request satisfies the condition
         * @param attribute the C name of the attribute
         * @param requested the requested value
         * @param limit the permitted values
         * @param rule returns the text of the rule; called only on a violation
         * @return this list of rules
         */
        public Rules require(boolean kept, String attribute, Object requested, Object limit, Supplier<String> rule) {
            return kept ? this : require(false, attribute, requested, limit, rule.get());
        }

        /**
         * Requires a condition; otherwise fails with EINVAL.
         *
         * @param kept whether the request satisfies the condition
         * @param attribute the C name of the attribute
         * @param requested the requested value
         * @param limit the permitted values
         * @param rule the text of the rule
         * @return this list of rules
         */
        public Rules require(boolean kept, String attribute, Object requested, Object limit, String rule) {
            return require(Errno.EINVAL, kept, attribute, requested, limit, rule);
        }

        /**
         * Requires a condition; otherwise fails with EOPNOTSUPP.
         *
         * @param kept whether the request satisfies the condition
         * @param attribute the C name of the attribute
         * @param requested the requested value
         * @param limit the permitted values
         * @param rule the text of the rule
         * @return this list of rules
         */
        public Rules support(boolean kept, String attribute, Object requested, Object limit, String rule) {
            return require(Errno.EOPNOTSUPP, kept, attribute, requested, limit, rule);
        }

        /**
         * Requires that all requested flags are allowed; otherwise fails with EINVAL.
         *
         * @param attribute the C name of the attribute
         * @param requested the requested flags, including bits without a name
         * @param allowed the allowed flags
         * @param rule the text of the rule
         * @param <E> the enum of the flags
         * @return this list of rules
         */
        public <E extends Enum<E> & VerbsFlag> Rules requireOnly(
                String attribute, Flags<E> requested, Flags<E> allowed, String rule) {
            return only(Errno.EINVAL, attribute, requested, allowed, rule);
        }

        /**
         * Requires that all requested flags are supported; otherwise fails with EOPNOTSUPP.
         *
         * @param attribute the C name of the attribute
         * @param requested the requested flags, including bits without a name
         * @param supported the supported flags
         * @param rule the text of the rule
         * @param <E> the enum of the flags
         * @return this list of rules
         */
        public <E extends Enum<E> & VerbsFlag> Rules supportOnly(
                String attribute, Flags<E> requested, Flags<E> supported, String rule) {
            return only(Errno.EOPNOTSUPP, attribute, requested, supported, rule);
        }

        private <E extends Enum<E> & VerbsFlag> Rules only(
                Errno refusal, String attribute, Flags<E> requested, Flags<E> allowed, String rule) {
            boolean kept = (requested.mask() & ~allowed.mask()) == 0;
            return kept ? this : require(refusal, false, attribute, requested, "within " + allowed, rule);
        }

        /**
         * Requires a condition; otherwise fails with a given errno.
         *
         * @param refusal the errno; it counts only if no previous rule is violated
         * @param kept whether the request satisfies the condition
         * @param attribute the C name of the attribute
         * @param requested the requested value
         * @param limit the permitted values
         * @param rule the text of the rule
         * @return this list of rules
         */
        public Rules require(
                Errno refusal, boolean kept, String attribute, Object requested, Object limit, String rule) {
            if (!kept) {
                if (errno == null) {
                    errno = refusal;
                }
                violations.add(new Violation(attribute, requested.toString(), limit.toString(), rule, source));
            }
            return this;
        }
    }
}
