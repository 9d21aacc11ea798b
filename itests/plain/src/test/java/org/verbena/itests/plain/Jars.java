// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.plain;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Provides the finished jars, and an application that is compiled against them. */
final class Jars {
    private static final Path MODULES = Path.of(System.getProperty("modules.dir"));

    private Jars() {}

    /** Returns a class path or module path with the application and all jars except some. */
    static String path(Path application, List<String> without) throws IOException {
        try (Stream<Path> jars = Files.list(MODULES)) {
            return Stream.concat(
                            Stream.of(application),
                            jars.filter(jar ->
                                            !without.contains(jar.getFileName().toString()))
                                    .sorted())
                    .map(Path::toString)
                    .reduce((a, b) -> a + ":" + b)
                    .orElseThrow();
        }
    }

    /** Compiles the application against only the API, as users do. */
    static Path compileApplication(Path target) throws IOException, URISyntaxException {
        Path sources = Path.of(Jars.class.getResource("/application").toURI());
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of(
                    "--release",
                    "17",
                    "-d",
                    target.toString(),
                    "-p",
                    MODULES.resolve("verbena-api.jar").toString());
            boolean compiled = compiler.getTask(
                            messages,
                            files,
                            null,
                            options,
                            null,
                            files.getJavaFileObjects(
                                    sources.resolve("module-info.java"), sources.resolve("example/Application.java")))
                    .call();
            if (!compiled) {
                throw new AssertionError(messages.toString());
            }
        }
        return target;
    }
}
