// SPDX-License-Identifier: Apache-2.0
package org.verbena.osgi;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/**
 * The choice of a backend in the configuration.
 *
 * @param name the name of a provider, or {@link BackendOptions#AUTO}
 * @param nativeOnly whether simulators are excluded
 */
record Choice(String name, boolean nativeOnly) {
    static Choice of(BackendOptions options) {
        return new Choice(options.provider().strip(), options.native_only());
    }

    /** Returns the available candidate with the highest rank that the configuration allows. */
    Optional<Candidate> among(Collection<Candidate> candidates) {
        return candidates.stream()
                .filter(Candidate::isAvailable)
                .filter(this::allows)
                .max(Comparator.comparingInt(Candidate::ranking)
                        .thenComparing(candidate -> candidate.provider().name(), Comparator.reverseOrder()));
    }

    private boolean allows(Candidate candidate) {
        boolean named = name.equals(BackendOptions.AUTO)
                || name.equals(candidate.provider().name());
        return named && (!nativeOnly || candidate.provider().isNative());
    }
}
