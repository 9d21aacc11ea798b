// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.abi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs gcc on sources that include some headers. */
final class CCompiler {
    private final Path directory;
    private final String includes;
    private Set<String> identifiers;

    CCompiler(Path directory, String... headers) {
        this.directory = directory;
        this.includes = Stream.of(headers).map("#include <%s>\n"::formatted).collect(Collectors.joining());
    }

    boolean works() {
        try {
            return Stream.of("infiniband/verbs.h", "rdma/rdma_cma.h")
                            .allMatch(header -> Files.exists(Path.of("/usr/include", header)))
                    && new ProcessBuilder("gcc", "--version")
                                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                                    .start()
                                    .waitFor()
                            == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns whether an identifier occurs in the headers, as a macro, an enumeration constant or a field. */
    boolean declares(String identifier) {
        if (identifiers == null) {
            identifiers = identifiers(run("gcc", "-D_GNU_SOURCE", "-E", "-dD", write("headers.c", includes)));
        }
        return identifiers.contains(identifier);
    }

    private static Set<String> identifiers(String source) {
        return new HashSet<>(List.of(source.split("\\W+")));
    }

    /** Returns the value of an integer expression for each key. */
    Map<String, Long> evaluate(Map<String, ?> keys, Function<String, String> expression) {
        String body = keys.keySet().stream()
                .map(key -> "printf(\"%%lld %s\\n\", (long long)(%s));\n".formatted(key, expression.apply(key)))
                .collect(Collectors.joining());
        String source = "#include <stdio.h>\n%sint main(void) {\n%sreturn 0;\n}\n".formatted(includes, body);
        String program = directory.resolve("numbers").toString();
        run("gcc", "-D_GNU_SOURCE", "-o", program, write("numbers.c", source));

        Map<String, Long> values = new HashMap<>();
        run(program).lines().forEach(line -> {
            String[] words = line.split(" ", 2);
            values.put(words[1], Long.valueOf(words[0]));
        });
        return values;
    }

    private String write(String name, String content) {
        try {
            return Files.writeString(directory.resolve(name), content).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String run(String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(String.join(" ", command)).isZero();
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
