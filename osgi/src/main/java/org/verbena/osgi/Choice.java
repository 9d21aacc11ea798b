package org.verbena.osgi;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/**
 * What the configuration asks for.
 *
 * @param name the name of a provider, or {@link BackendOptions#AUTO}
 * @param nativeOnly whether simulators are left out
 */
record Choice(String name, boolean nativeOnly) {
    static Choice of(BackendOptions options) {
        return new Choice(options.provider().strip(), options.native_only());
    }

    /** The best among those that are available and asked for. */
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
