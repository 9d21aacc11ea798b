// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CreationSiteTest {
    @Test
    void theCallerIsTheInnermostFrameOfTheApplication() {
        CreationSite site = site(
                "org.verbena.core.ContextHandle",
                "org.verbena.async.Requester",
                "com.example.Echo",
                "com.example.Main");

        assertThat(site.caller()).map(StackTraceElement::getClassName).contains("com.example.Echo");
        assertThat(site).hasToString("com.example.Echo.run(Echo.java:1)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.verbena.Verbs",
                "org.verbena.Verbs$Nested",
                "org.verbena.connect.Connector",
                "org.verbena.libibverbs.LibibverbsProvider",
                "org.verbena.provider.sim.SimProvider",
                "org.verbena.core.PdHandle"
            })
    void framesOfTheLibraryAreNotTheCaller(String className) {
        assertThat(site(className).caller()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Main",
                "org.verbenaceae.Main",
                "org.verbena.cli.Ping",
                "org.verbena.examples.Echo",
                "org.verbena.itests.plain.Main",
                "org.verbena.tck.Kit"
            })
    void framesOutsideTheLibraryAreTheCaller(String className) {
        assertThat(site(className).caller())
                .map(StackTraceElement::getClassName)
                .contains(className);
    }

    @Test
    void framesOfTheJdkAreNotTheCaller() {
        CreationSite site = Stream.of("created")
                .map(Throwable::new)
                .map(CreationSite::new)
                .findFirst()
                .orElseThrow();

        // This class is in a package of the library, so the caller is a frame of JUnit.
        assertThat(site.stack()).extracting(StackTraceElement::getModuleName).contains("java.base");
        assertThat(site.caller().orElseThrow().getClassName()).startsWith("org.junit.");
    }

    @Test
    void withoutAnyApplicationThereIsNoCaller() {
        CreationSite site = site("org.verbena.core.ContextHandle");

        assertThat(site.caller()).isEmpty();
        assertThat(site).hasToString("no frame of the application");
    }

    @Test
    void anUnrecordedSiteNamesTheReason() {
        CreationSite site = CreationSite.unrecorded("not recorded: too many");

        assertThat(site.isRecorded()).isFalse();
        assertThat(site.caller()).isEmpty();
        assertThat(site.stack()).isEmpty();
        assertThat(site.lines()).isEmpty();
        assertThat(site).hasToString("not recorded: too many");
        assertThat(site.trace()).hasMessage("not recorded: too many").hasNoCause();
    }

    /** Creates a site from the classes of its stack frames, the innermost first. */
    private static CreationSite site(String... classNames) {
        Throwable trace = new Throwable();
        trace.setStackTrace(Stream.of(classNames)
                .map(name -> new StackTraceElement(name, "run", name.replaceFirst(".*\\.", "") + ".java", 1))
                .toArray(StackTraceElement[]::new));
        return new CreationSite(trace);
    }
}
