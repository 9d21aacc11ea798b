// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import org.verbena.error.Errno;
import org.verbena.error.VerbsException;

/** The entry point of the library. It finds providers with the default {@link ProviderLookup}. */
public final class Verbs {
    private Verbs() {}

    /**
     * Returns the provider that the system property {@code verbena.provider} names, or otherwise the available provider
     * with the highest priority. Hardware has priority over the simulator. If no hardware is available and the
     * simulator is used, one warning with the reasons is logged to the logger {@code org.verbena.lookup}.
     * {@link VerbsProvider#isNative()} distinguishes the two cases. {@link ProviderLookup#nativeOnly()} never chooses a
     * simulator.
     *
     * @return the provider
     * @throws NoProviderException if no provider can be used; the message contains the reason for each candidate
     */
    public static VerbsProvider provider() {
        return ProviderLookup.create().find();
    }

    /**
     * Returns the provider with the given name.
     *
     * @param name {@code ffm}, {@code jna}, {@code sim} or the name of another provider
     * @return the provider
     * @throws NoProviderException if the provider is missing or unavailable; no other provider is used instead
     */
    public static VerbsProvider provider(String name) {
        return ProviderLookup.create().find(name);
    }

    /**
     * Returns the device with the given name, of the provider that {@link #provider()} returns.
     *
     * @param name the name of the device, for example {@code mlx5_0}
     * @return the device
     * @throws NoProviderException if no provider can be used
     * @throws VerbsException if no device has this name: {@link Errno#ENODEV}; the message lists the names of the
     *     existing devices
     */
    public static Device device(String name) {
        return provider().device(name);
    }
}
