package org.verbena.spi.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.verbena.Errno;
import org.verbena.Flags;
import org.verbena.VerbsFlag;
import org.verbena.Violation;

/**
 * Collects the rules that a request breaks, in the order in which they are checked. The first broken rule decides the
 * errno. Rules come in layers of software; a layer sees only what every layer before it has let through.
 */
final class Checklist {
    private final List<Violation> violations = new ArrayList<>();
    private @Nullable Errno errno;

    private Checklist() {}

    /** Checks a request layer by layer. */
    @SafeVarargs
    static Checklist of(Consumer<Checklist>... layers) {
        Checklist checks = new Checklist();
        for (Consumer<Checklist> layer : layers) {
            if (checks.kept()) {
                layer.accept(checks);
            }
        }
        return checks;
    }

    /** The refusal of a verb that a driver does not offer. */
    static <G> Verdict<G> unsupported(String verb) {
        return unsupported(verb, "the driver does not fill this operation", "rdma-core libibverbs/dummy_ops.c");
    }

    /** The refusal of a verb, and why. */
    static <G> Verdict<G> unsupported(String verb, String rule, String source) {
        return new Verdict.Refused<>(
                Errno.EOPNOTSUPP, List.of(new Violation(verb, "called", "not offered", rule, source)));
    }

    /** Whether every rule so far was kept; formulas behind a broken rule make no sense. */
    boolean kept() {
        return violations.isEmpty();
    }

    /** Rules that stand in one place. */
    Rules from(String source) {
        return new Rules(source);
    }

    <G> Verdict<G> grant(Supplier<G> grant) {
        Errno refusal = errno;
        return refusal == null ? new Verdict.Granted<>(grant.get()) : new Verdict.Refused<>(refusal, violations);
    }

    /** The rules of one document or function. */
    final class Rules {
        private final String source;

        private Rules(String source) {
            this.source = source;
        }

        /** EINVAL above a limit of the device. */
        Rules atMost(String attribute, long requested, long limit) {
            return atMost(attribute, requested, limit, "the device does not take more");
        }

        /** EINVAL above a limit. */
        Rules atMost(String attribute, long requested, long limit, String rule) {
            return require(requested <= limit, attribute, requested, limit, rule);
        }

        /** EINVAL above a limit. A rule that has to be put together is so when it is broken: most requests keep it. */
        Rules atMost(String attribute, long requested, long limit, Supplier<String> rule) {
            return require(requested <= limit, attribute, requested, limit, rule);
        }

        /** EINVAL unless kept. */
        Rules require(boolean kept, String attribute, Object requested, Object limit, Supplier<String> rule) {
            return kept ? this : require(false, attribute, requested, limit, rule.get());
        }

        /** EINVAL unless kept. */
        Rules require(boolean kept, String attribute, Object requested, Object limit, String rule) {
            return require(Errno.EINVAL, kept, attribute, requested, limit, rule);
        }

        /** EOPNOTSUPP unless kept. */
        Rules support(boolean kept, String attribute, Object requested, Object limit, String rule) {
            return require(Errno.EOPNOTSUPP, kept, attribute, requested, limit, rule);
        }

        /** EINVAL if there are flags other than those allowed. */
        <E extends Enum<E> & VerbsFlag> Rules requireOnly(
                String attribute, Flags<E> requested, Flags<E> allowed, String rule) {
            return only(Errno.EINVAL, attribute, requested, allowed, rule);
        }

        /** EOPNOTSUPP if there are flags other than those supported. */
        <E extends Enum<E> & VerbsFlag> Rules supportOnly(
                String attribute, Flags<E> requested, Flags<E> supported, String rule) {
            return only(Errno.EOPNOTSUPP, attribute, requested, supported, rule);
        }

        private <E extends Enum<E> & VerbsFlag> Rules only(
                Errno refusal, String attribute, Flags<E> requested, Flags<E> allowed, String rule) {
            boolean kept = (requested.mask() & ~allowed.mask()) == 0;
            return kept ? this : require(refusal, false, attribute, requested, "within " + allowed, rule);
        }

        Rules require(Errno refusal, boolean kept, String attribute, Object requested, Object limit, String rule) {
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
