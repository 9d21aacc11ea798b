package org.verbena;

/** Where to start: the providers that are found with the default {@link ProviderLookup}. */
public final class Verbs {
    private Verbs() {}

    /**
     * Returns the provider that the system property {@code verbena.provider} names, otherwise the available one with the
     * highest priority: hardware before the simulator. If no hardware is available and the simulator is used, one warning
     * with the reasons goes to the logger {@code org.verbena.lookup}. {@link VerbsProvider#isNative()} tells both apart;
     * {@link ProviderLookup#nativeOnly()} never chooses a simulator.
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
