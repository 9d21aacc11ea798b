// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.browser;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/**
 * Checks the prerequisites of this test environment. If one is missing, the tests are skipped with a message, or fail
 * if the environment is required.
 */
final class Prerequisites {
    private Prerequisites() {}

    /** Returns the path of a program. */
    static Path program(String name) {
        Optional<Path> place = Stream.of(System.getenv("PATH").split(":", -1))
                .map(directory -> Path.of(directory, name))
                .filter(Files::isExecutable)
                .findFirst();
        if (place.isPresent()) {
            return place.get();
        }
        if ("required".equals(System.getProperty("verbena.environments"))) {
            throw new AssertionError(
                    name + " was not found, and all environments are required; src/build/provision.sh installs it");
        }
        String sentence = "environment browser left out: " + name + " was not found; ./verify installs it";
        System.out.println(sentence);
        throw new TestAbortedException(sentence);
    }
}
