// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import java.io.Serial;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Thrown if a lookup finds no usable provider. The message lists every candidate with the reason for its availability.
 */
public final class NoProviderException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    private final transient List<ProviderCandidate> candidates;

    NoProviderException(String problem, List<ProviderCandidate> candidates) {
        super(problem
                + (candidates.isEmpty()
                        ? "; no provider is on the class path, the module path or among the OSGi services"
                        : "; candidates:" + describe(candidates)));
        this.candidates = List.copyOf(candidates);
    }

    /** Creates an exception without candidates, for a lookup that stops before it knows them. */
    NoProviderException(String problem) {
        super(problem);
        this.candidates = List.of();
    }

    /** Returns a line for each candidate. */
    static String describe(List<ProviderCandidate> candidates) {
        return candidates.stream().map(candidate -> "\n  " + candidate).collect(Collectors.joining());
    }

    /**
     * Returns every provider that the lookup found.
     *
     * @return the candidates with their reasons
     */
    public List<ProviderCandidate> candidates() {
        return candidates;
    }
}
