// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.verbena.tck.guide.GuidePage;

/** Checks that the names of Verbena in the migration guides exist. */
class MigratingTest {
    private static final List<String> PACKAGES = List.of(
            "org.verbena",
            "org.verbena.attr",
            "org.verbena.error",
            "org.verbena.connect",
            "org.verbena.async",
            "org.verbena.cm",
            "org.verbena.memory",
            "org.verbena.channels",
            "java.nio",
            "java.util.concurrent");
    private static final Pattern NAME = Pattern.compile("`([A-Z]\\w*[a-z]\\w*)(?:\\.(\\w+))?`");

    /** Returns the types in the last cell of each row, with the method or constant if the cell names one. */
    private static Stream<Arguments> names() throws IOException {
        List<Path> guides = new ArrayList<>(List.of(Path.of("../docs/migrating.md")));
        try (Stream<Path> files = Files.list(Path.of("../docs/migrating"))) {
            files.forEach(guides::add);
        }
        return guides.stream()
                .flatMap(guide -> GuidePage.read(guide).text().lines())
                .filter(line -> line.startsWith("| "))
                .map(row -> row.substring(row.lastIndexOf(" | ")))
                .flatMap(cell -> NAME.matcher(cell).results())
                .map(name -> Arguments.of(name.group(1), Optional.ofNullable(name.group(2))))
                .distinct();
    }

    @ParameterizedTest
    @MethodSource("names")
    void documentedTypesAndMembersExist(String type, Optional<String> member) {
        Class<?> found = PACKAGES.stream()
                .flatMap(name -> load(name + "." + type))
                .findFirst()
                .orElseThrow();

        assertThat(found).isPublic();
        member.ifPresent(name -> assertThat(members(found)).contains(name));
    }

    private static Stream<Class<?>> load(String name) {
        try {
            return Stream.of(Class.forName(name));
        } catch (ClassNotFoundException e) {
            return Stream.empty();
        }
    }

    private static Stream<String> members(Class<?> type) {
        return Stream.concat(
                Arrays.stream(type.getMethods()).map(Method::getName),
                Arrays.stream(type.getFields()).map(Field::getName));
    }
}
