package org.verbena.model.rules;

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

    /** Checks a request layer by layer. */
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

    /** Returns EOPNOTSUPP for a verb that a driver does not implement. */
    public static <G> Verdict<G> unsupported(String verb) {
        return unsupported(verb, "the driver does not fill this operation", "rdma-core libibverbs/dummy_ops.c");
    }

    /** Returns EOPNOTSUPP for a verb, with the rule and its source. */
    public static <G> Verdict<G> unsupported(String verb, String rule, String source) {
        return new Verdict.Refused<>(
                Errno.EOPNOTSUPP, List.of(new Violation(verb, "called", "not offered", rule, source)));
    }

    /** Returns whether no rule is violated so far. Formulas that depend on a violated rule are meaningless. */
    public boolean kept() {
        return violations.isEmpty();
    }

    /** Returns an empty list of rules with one source. */
    public Rules from(String source) {
        return new Rules(source);
    }

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

        /** Requires a value up to a limit of the device; otherwise fails with EINVAL. */
        public Rules atMost(String attribute, long requested, long limit) {
            return atMost(attribute, requested, limit, "the device does not take more");
        }

        /** Requires a value up to a limit; otherwise fails with EINVAL. */
        public Rules atMost(String attribute, long requested, long limit, String rule) {
            return require(requested <= limit, attribute, requested, limit, rule);
        }

        /**
         * Requires a value up to a limit; otherwise fails with EINVAL. The text of the rule is built only on a
         * violation.
         */
        public Rules atMost(String attribute, long requested, long limit, Supplier<String> rule) {
            return require(requested <= limit, attribute, requested, limit, rule);
        }

        /** Requires a condition; otherwise fails with EINVAL. The text of the rule is built only on a violation. */
        public Rules require(boolean kept, String attribute, Object requested, Object limit, Supplier<String> rule) {
            return kept ? this : require(false, attribute, requested, limit, rule.get());
        }

        /** Requires a condition; otherwise fails with EINVAL. */
        public Rules require(boolean kept, String attribute, Object requested, Object limit, String rule) {
            return require(Errno.EINVAL, kept, attribute, requested, limit, rule);
        }

        /** Requires a condition; otherwise fails with EOPNOTSUPP. */
        public Rules support(boolean kept, String attribute, Object requested, Object limit, String rule) {
            return require(Errno.EOPNOTSUPP, kept, attribute, requested, limit, rule);
        }

        /** Requires that all requested flags are allowed; otherwise fails with EINVAL. */
        public <E extends Enum<E> & VerbsFlag> Rules requireOnly(
                String attribute, Flags<E> requested, Flags<E> allowed, String rule) {
            return only(Errno.EINVAL, attribute, requested, allowed, rule);
        }

        /** Requires that all requested flags are supported; otherwise fails with EOPNOTSUPP. */
        public <E extends Enum<E> & VerbsFlag> Rules supportOnly(
                String attribute, Flags<E> requested, Flags<E> supported, String rule) {
            return only(Errno.EOPNOTSUPP, attribute, requested, supported, rule);
        }

        private <E extends Enum<E> & VerbsFlag> Rules only(
                Errno refusal, String attribute, Flags<E> requested, Flags<E> allowed, String rule) {
            boolean kept = (requested.mask() & ~allowed.mask()) == 0;
            return kept ? this : require(refusal, false, attribute, requested, "within " + allowed, rule);
        }

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
