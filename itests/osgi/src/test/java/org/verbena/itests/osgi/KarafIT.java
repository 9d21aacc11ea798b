// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.osgi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.verbena.tck.engine.TestCount;

/** Checks that the features can be installed and used on the console of Karaf. */
@Tag("karaf")
class KarafIT {
    @RegisterExtension
    static final TestCount COUNT = new TestCount("karaf", "sim", "features");

    private static final Path JDK = Path.of(System.getProperty("older.jdk"));
    private static final boolean REQUIRED = "required".equals(System.getProperty("verbena.environments"));
    private static final String NEEDS =
            "Karaf 4.4 does not start on Java 24 and newer: name an older JDK with -Dolder.jdk";
    private static final String REFUSED_COMMAND = "feature:install verbena-ffm";

    private static String shown;

    @BeforeAll
    static void typeTheGuide() throws Exception {
        int feature = featureVersion(JDK);
        assumeTrue(feature < 24 || REQUIRED, NEEDS);
        assertThat(feature).as(NEEDS).isLessThan(24);
        List<String> commands = Stream.concat(
                        commandsOfTheGuide().map(command -> (String) command.get()[0]), Stream.of(REFUSED_COMMAND))
                .toList();
        shown = new Karaf(Path.of(System.getProperty("karaf.home"))).session(JDK, commands);
    }

    private static int featureVersion(Path jdk) throws IOException {
        Properties release = new Properties();
        try (Reader file = Files.newBufferedReader(jdk.resolve("release"))) {
            release.load(file);
        }
        return Runtime.Version.parse(release.getProperty("JAVA_VERSION").replace("\"", ""))
                .feature();
    }

    /**
     * Returns each command of the guide with the output that the guide shows. The guide names the last release, but the
     * returned commands install this version.
     */
    static Stream<Arguments> commandsOfTheGuide() throws IOException {
        String guide = Files.readString(Path.of("../../docs/guide/osgi.md"))
                .replaceAll("(?<=/verbena-karaf/)[^/]+", System.getProperty("project.version"));
        return Pattern.compile("(?m)^karaf@root\\(\\)> (.*)\n((?s:.*?))(?=^karaf@|^```)")
                .matcher(guide)
                .results()
                .map(KarafIT::command);
    }

    private static Arguments command(MatchResult session) {
        return Arguments.of(session.group(1), session.group(2));
    }

    static Stream<Arguments> commandsWithOutput() throws IOException {
        return commandsOfTheGuide().filter(command -> !((String) command.get()[1]).isEmpty());
    }

    @ParameterizedTest
    @MethodSource("commandsWithOutput")
    void printsTheOutputInTheGuide(String command, String output) {
        assertThat(shown).as(command).contains(output);
    }

    @Test
    void installsWithoutAnError() {
        assertThat(shown.substring(0, shown.indexOf(REFUSED_COMMAND))).doesNotContain("rror");
    }

    @Test
    void refusesFfmOnAnOlderJavaAndSaysWhy() throws IOException {
        assumeTrue(featureVersion(JDK) < 22, "ffm can be installed on this Java");
        assertThat(shown.substring(shown.indexOf(REFUSED_COMMAND)))
                .contains("org.verbena.provider.ffm")
                .contains("osgi.ee; filter:=\"(&(osgi.ee=JavaSE)(version=22))\"");
    }
}
