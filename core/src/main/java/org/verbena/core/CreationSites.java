// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.lang.System.Logger.Level;
import org.verbena.core.observe.CreationSite;

/**
 * Records the creation sites of handles, as the system property {@value #PROPERTY} requests (ADR 0020): of all handles
 * ({@code all}), of as many as a {@link TraceBudget} permits ({@code sampled}, the default), or of no handles
 * ({@code none}).
 */
final class CreationSites {
    /** The system property, read once. */
    static final String PROPERTY = "verbena.creation.sites";

    private static final CreationSite BEYOND_BUDGET =
            CreationSite.unrecorded("not recorded: more handles were created than " + TraceBudget.PER_SECOND
                    + " a second (" + PROPERTY + "=all records all)");
    private static final CreationSite UNWANTED = CreationSite.unrecorded("not recorded: " + PROPERTY + "=none");

    /** The sites of all handles in this JVM. */
    private static final CreationSites OF_THIS_JVM = new CreationSites(System.getProperty(PROPERTY, "sampled"));

    private enum Policy {
        ALL,
        SAMPLED,
        NONE
    }

    private final Policy policy;
    private final TraceBudget budget = new TraceBudget();

    /**
     * Creates sites with a policy.
     *
     * @param policy the value of the property; an unknown value is logged and treated as {@code sampled}
     */
    CreationSites(String policy) {
        this.policy = switch (policy) {
            case "all" -> Policy.ALL;
            case "sampled" -> Policy.SAMPLED;
            case "none" -> Policy.NONE;
            default -> unknown(policy);
        };
    }

    private static Policy unknown(String policy) {
        System.getLogger(CreationSites.class.getName())
                .log(
                        Level.WARNING,
                        PROPERTY + "=" + policy + " is unknown, limit one of [all, sampled, none]: sampled is used");
        return Policy.SAMPLED;
    }

    static CreationSites ofThisJvm() {
        return OF_THIS_JVM;
    }

    /**
     * Returns the creation site of a handle that the caller is creating.
     *
     * @param now the time in milliseconds since 1970
     */
    CreationSite here(long now) {
        if (policy == Policy.NONE) {
            return UNWANTED;
        }
        return policy == Policy.ALL || budget.spend(now)
                ? new CreationSite(new Throwable("created here"))
                : BEYOND_BUDGET;
    }
}
