// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.engine;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.verbena.Verbs;
import org.verbena.VerbsProvider;

/** A provider in the arguments of a program, with an optional configuration: {@code sim,profile=rxe}. */
public final class ProviderArgument {
    private ProviderArgument() {}

    /**
     * Returns the provider of an argument.
     *
     * @param argument the name, and entries of the configuration after commas
     * @return the configured provider
     */
    public static VerbsProvider of(String argument) {
        String[] words = argument.split(",", -1);
        Map<String, String> configuration = Arrays.stream(words)
                .skip(1)
                .map(entry -> entry.split("=", 2))
                .collect(Collectors.toMap(entry -> entry[0], entry -> entry[1]));
        return Verbs.provider(words[0]).configure(configuration);
    }

    /**
     * Returns the name of the provider without its configuration.
     *
     * @param argument the argument
     * @return the name
     */
    public static String name(String argument) {
        return argument.split(",", 2)[0];
    }
}
