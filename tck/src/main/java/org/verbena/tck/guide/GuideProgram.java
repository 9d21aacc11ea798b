// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * A program of a documentation page, with the output that the page shows.
 *
 * @param name the name of its class
 * @param source its source text
 * @param output its output
 */
public record GuideProgram(String name, String source, String output) {
    private static final Pattern CLASS = Pattern.compile("^public class (\\w+)", Pattern.MULTILINE);

    /** The expressions that select the simulator. A profile of mlx5 is the default of the simulator. */
    private static final Pattern SIMULATOR =
            Pattern.compile("Verbs\\.provider\\(\"sim\"\\)(\\.configure\\(Map\\.of\\(\"profile\", \"mlx5\"\\)\\))?");

    /** The expressions that limit a wait to 5 seconds. */
    private static final Pattern PATIENCE =
            Pattern.compile("(?<=nanoTime\\(\\) \\+ |ofSeconds\\(|get\\()5(?=_000_000_000L|\\)|, TimeUnit.SECONDS)");

    /** The replacement for the 5 seconds, because an emulated or busy machine is slower than a reader's. */
    private static final String SECONDS = "120";

    private static final String SIMULATED_DEVICE = "sim_mlx5_0";

    /**
     * Reads the programs of the README and of every page below {@code docs}.
     *
     * @param top the top directory of the project
     * @return the programs
     */
    public static List<GuideProgram> ofProject(Path top) {
        try (Stream<Path> pages = Files.walk(top.resolve("docs"))) {
            return Stream.concat(Stream.of(top.resolve("README.md")), pages)
                    .filter(page -> page.toString().endsWith(".md"))
                    .sorted()
                    .flatMap(page -> ofPage(page).stream())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads the programs of a page. A block of Java without a public class is an excerpt. The n-th program prints the
     * n-th block of text.
     *
     * @param page the Markdown file
     * @return the programs
     */
    public static List<GuideProgram> ofPage(Path page) {
        GuidePage guide = GuidePage.read(page);
        List<String> outputs = guide.blocks("text");
        List<GuideProgram> programs = new ArrayList<>();
        for (String source : guide.blocks("java")) {
            Matcher declaration = CLASS.matcher(source);
            if (!declaration.find()) {
                continue;
            }
            assertThat(outputs)
                    .as("blocks of text on %s, one for each program", page)
                    .hasSizeGreaterThan(programs.size());
            programs.add(new GuideProgram(declaration.group(1), source, outputs.get(programs.size())));
        }
        return programs;
    }

    /**
     * Replaces the simulator by another provider.
     *
     * @param provider the name of another provider
     * @param device the name of its first device
     * @return the same program on that provider
     */
    public GuideProgram on(String provider, String device) {
        String replaced =
                SIMULATOR.matcher(source).replaceAll(Matcher.quoteReplacement("Verbs.provider(\"" + provider + "\")"));
        assertThat(replaced).as("%s chooses the simulator", name).isNotEqualTo(source);
        return new GuideProgram(name, replaced, output.replace(SIMULATED_DEVICE, device));
    }

    /**
     * Compiles the program and runs it in this JVM. Extends its waits of 5 seconds to 120.
     *
     * @param directory receives source and classes
     * @return its output
     * @throws Exception if it cannot be compiled or started
     * @throws AssertionError if the program throws, with that exception
     */
    public String run(Path directory) throws Exception {
        compile(List.of(this), directory);
        return start(directory).outputOfSuccess();
    }

    /**
     * Compiles programs. Extends their waits of 5 seconds to 120.
     *
     * @param programs the programs
     * @param directory receives sources and classes
     * @throws IOException if a source cannot be written
     * @throws AssertionError if the compiler rejects a source
     */
    public static void compile(List<GuideProgram> programs, Path directory) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("-d", directory.toString()));
        for (GuideProgram program : programs) {
            String patient = PATIENCE.matcher(program.source).replaceAll(SECONDS);
            Path file = Files.writeString(directory.resolve(program.name + ".java"), patient);
            arguments.add(file.toString());
        }
        int failed = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(System.out, System.err, arguments.toArray(String[]::new));
        assertThat(failed).as("javac %s", arguments).isZero();
    }

    /**
     * Runs the compiled program in this JVM.
     *
     * @param classes the directory with its classes
     * @return the finished run
     * @throws Exception if it cannot be started
     */
    public GuideRun start(Path classes) throws Exception {
        PrintStream console = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Optional<Throwable> failure = Optional.empty();
        URL[] urls = {classes.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(urls, GuideProgram.class.getClassLoader())) {
            System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
            loader.loadClass(name).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } catch (InvocationTargetException e) {
            failure = Optional.of(e.getTargetException());
        } finally {
            System.setOut(console);
        }
        return new GuideRun(name, out.toString(StandardCharsets.UTF_8), failure);
    }
}
