package org.verbena;

/** Where to start: the providers that are found with the default {@link ProviderLookup}. */
public final class Verbs {
    private Verbs() {}

    /**
     * The provider that the system property {@code verbena.provider} names, else the available one of the highest
     * priority: hardware before the simulator.
     *
     * @return the provider
     * @throws NoProviderException if there is none; the message says why for each candidate
     */
    public static VerbsProvider provider() {
        return ProviderLookup.create().find();
    }

    /**
     * The provider of a name.
     *
     * @param name {@code ffm}, {@code jna}, {@code sim} or another provider's name
     * @return the provider
     * @throws NoProviderException if it is missing or unavailable; no other one is taken instead
     */
    public static VerbsProvider provider(String name) {
        return ProviderLookup.create().find(name);
    }
}
