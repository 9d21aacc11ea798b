package org.verbena;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A provider that a lookup came across, usable or not. */
public final class ProviderCandidate {
    private final String name;
    private final @Nullable VerbsProvider provider;
    private final Availability availability;

    private ProviderCandidate(String name, @Nullable VerbsProvider provider, Availability availability) {
        this.name = name;
        this.provider = provider;
        this.availability = availability;
    }

    static ProviderCandidate of(VerbsProvider provider) {
        return new ProviderCandidate(provider.name(), provider, provider.availability());
    }

    static ProviderCandidate broken(String what, Throwable cause) {
        return new ProviderCandidate(what, null, Availability.unavailable(String.valueOf(cause)));
    }

    /**
     * The provider's name.
     *
     * @return the name; a description where the provider could not even be loaded
     */
    public String name() {
        return name;
    }

    /**
     * The provider.
     *
     * @return the provider, absent where it could not be loaded, for example because it needs a newer JDK
     */
    public Optional<VerbsProvider> provider() {
        return Optional.ofNullable(provider);
    }

    /**
     * Whether it can be used.
     *
     * @return the answer with a reason
     */
    public Availability availability() {
        return availability;
    }

    /** One line: {@code ffm: unavailable: libibverbs.so.1 was not found ...}. */
    @Override
    public String toString() {
        return name + (availability.isAvailable() ? ": available: " : ": unavailable: ") + availability.reason();
    }
}
