// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.mlx5;

import java.nio.file.Files;
import java.nio.file.Path;
import org.verbena.DeviceContext;
import org.verbena.VerbsProvider;
import org.verbena.error.VerbsException;
import org.verbena.provider.ffm.FfmProvider;
import org.verbena.provider.jna.JnaProvider;

/**
 * Loads the libibverbs of its environment and prints the messages. Runs in a separate process, because a library with
 * an unexpected layout can crash it.
 */
final class LayoutProbe {
    private LayoutProbe() {}

    /** Takes a provider and the faults to try in sequence as arguments. */
    public static void main(String[] arguments) throws Exception {
        for (int i = 1; i < arguments.length; i++) {
            Files.writeString(Path.of(System.getenv("FAKE_LAYOUT")), arguments[i]);
            System.out.println(
                    arguments[i] + ": " + use(arguments[0].equals("ffm") ? new FfmProvider() : new JnaProvider()));
            System.out.flush();
        }
    }

    private static String use(VerbsProvider provider) {
        if (!provider.availability().isAvailable()) {
            return "unavailable, " + provider.availability().reason();
        }
        try (DeviceContext context = provider.devices().get(0).open()) {
            context.allocPd();
            return "works";
        } catch (VerbsException e) {
            return "refused, " + e.getMessage();
        }
    }
}
