// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A provider that a lookup found, whether it is usable or not. */
public final class ProviderCandidate {
    // HotSpot: "org/x/Y has been compiled by a more recent version of the Java Runtime (class file version 66.0), ...".
    private static final Pattern NEWER_CLASS =
            Pattern.compile("^(\\S+) has been compiled by .*?\\(class file version (\\d{2,5})");
    // ServiceLoader: "org.verbena.VerbsProvider: Provider org.x.Y not found".
    private static final Pattern BROKEN_SERVICE = Pattern.compile(": Provider (\\S+) ");
    // JVMS 4.1: class files of Java 17 have major version 61.
    private static final int CLASS_VERSION_OFFSET = 44;
    private static final String UNKNOWN = "(not loadable)";

    private final String name;
    private final @Nullable VerbsProvider provider;
    private final Availability availability;

    private ProviderCandidate(String name, @Nullable VerbsProvider provider, Availability availability) {
        this.name = name;
        this.provider = provider;
        this.availability = availability;
    }

    static ProviderCandidate of(String name, VerbsProvider provider) {
        return new ProviderCandidate(name, provider, Availability.of(provider));
    }

    /** Creates a candidate for a provider that does not return its properties. */
    static ProviderCandidate broken(VerbsProvider provider, Throwable cause) {
        return new ProviderCandidate(provider.getClass().getName(), null, Availability.unavailable(cause.toString()));
    }

    /** Creates a candidate for a provider whose class could not be loaded or instantiated. */
    static ProviderCandidate broken(Throwable cause) {
        String message = String.valueOf(cause.getMessage());
        Matcher newer = NEWER_CLASS.matcher(message);
        if (cause instanceof UnsupportedClassVersionError && newer.find()) {
            int feature = Integer.parseInt(newer.group(2)) - CLASS_VERSION_OFFSET;
            String reason = "it needs Java " + feature + " or newer, and this is Java "
                    + Runtime.version().feature() + ": " + cause;
            return new ProviderCandidate(newer.group(1).replace('/', '.'), null, Availability.unavailable(reason));
        }
        Matcher named = BROKEN_SERVICE.matcher(message);
        String name = cause instanceof ServiceConfigurationError && named.find() ? named.group(1) : UNKNOWN;
        return new ProviderCandidate(name, null, Availability.unavailable(cause.toString()));
    }

    /** {@return the name of the provider; if the provider's class cannot be loaded, the name of that class} */
    public String name() {
        return name;
    }

    /** {@return the provider; empty if it could not be loaded, for example because it needs a newer JDK} */
    public Optional<VerbsProvider> provider() {
        return Optional.ofNullable(provider);
    }

    /**
     * Returns whether the provider can be used.
     *
     * @return the availability with its reason
     */
    public Availability availability() {
        return availability;
    }

    /** Returns one line, for example {@code ffm: unavailable: libibverbs.so.1 was not found ...}. */
    @Override
    public String toString() {
        return name + (availability.isAvailable() ? ": available: " : ": unavailable: ") + availability.reason();
    }
}
