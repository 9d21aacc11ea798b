// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.plain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.verbena.tck.engine.TestCount;

/** Checks that an application works with the finished jars on the class path, on the module path, and on Java 17. */
class PlainIT {
    @RegisterExtension
    static final TestCount COUNT = new TestCount("plain", "all", "jars");

    private static final boolean REQUIRED = "required".equals(System.getProperty("verbena.environments"));
    private static final String GRANTED = "sim granted QpCap[maxSendWr=128, maxRecvWr=0, maxSendSge=4";
    private static final String NATIVE_MODULES = "--enable-native-access=org.verbena.provider.ffm,com.sun.jna";
    private static final String EVERYONE = "--enable-native-access=ALL-UNNAMED";
    private static final List<String> FFM = List.of("verbena-provider-ffm.jar");
    private static final List<String> JNA = List.of("jna-jpms.jar");

    @TempDir
    static Path directory;

    private static Path application;

    @BeforeAll
    static void compile() throws Exception {
        application = Jars.compileApplication(directory.resolve("application"));
    }

    @Test
    void classPathFindsEveryProvider() throws Exception {
        Jvm.Result result = onClassPath(Jdk.current(), EVERYONE, "-Dverbena.provider=sim")
                .with("example.Application")
                .run();

        assertThat(result.output()).contains("candidate ffm: ", "candidate jna: ", "candidate sim: available", GRANTED);
        assertThat(result.output()).doesNotContain("denies native access", "not loadable");
        assertThat(result.status()).isZero();
    }

    @Test
    void modulePathFindsEveryProvider() throws Exception {
        Jvm.Result result = onModulePath(Jdk.current(), List.of(), NATIVE_MODULES)
                .with("sim")
                .run();

        assertThat(result.output()).contains("candidate ffm: ", "candidate jna: ", "candidate sim: available", GRANTED);
        assertThat(result.output()).doesNotContain("denies native access", "not loadable");
        assertThat(result.status()).isZero();
    }

    @Test
    void deniedNativeAccessNamesTheFlagOfTheClassPath() throws Exception {
        assumeTrue(Jdk.current().feature() >= 24, "older JDKs do not deny native access");

        Jvm.Result result =
                onClassPath(Jdk.current()).with("example.Application", "sim").run();

        assertThat(result.output())
                .contains("candidate ffm: unavailable: the JVM denies native access: start it with " + EVERYONE);
        assertThat(result.output())
                .contains("candidate jna: unavailable: the JVM denies native access: start it with " + EVERYONE);
        assertThat(result.output()).contains(GRANTED);
    }

    @Test
    void deniedNativeAccessNamesTheFlagOfTheModulePath() throws Exception {
        assumeTrue(Jdk.current().feature() >= 24, "older JDKs do not deny native access");

        Jvm.Result result = onModulePath(Jdk.current(), List.of()).with("sim").run();

        assertThat(result.output())
                .contains("--enable-native-access=org.verbena.provider.ffm", "--enable-native-access=com.sun.jna");
        assertThat(result.output()).contains(GRANTED);
    }

    @Test
    void aNamedProviderThatIsMissingIsAnError() throws Exception {
        Jvm.Result result = onClassPath(Jdk.current(), EVERYONE)
                .with("example.Application", "another")
                .run();

        assertThat(result.output()).contains("no provider: Provider \"another\" cannot be used", "sim: available");
        assertThat(result.status()).isEqualTo(3);
    }

    @Test
    void theNamedProviderIsUsedDespiteABetterOne() throws Exception {
        Jvm.Result result = onClassPath(Jdk.current(), EVERYONE, "-Dverbena.provider=sim")
                .preload(FakedKernel.library())
                .with("example.Application")
                .run();

        assertThat(result.output()).contains("candidate ffm: available", GRANTED);
    }

    @Test
    void aBrokenProviderDoesNotHideTheOthers() throws Exception {
        Path broken = directory.resolve("broken");
        Path services = Files.createDirectories(broken.resolve("META-INF/services"));
        Files.writeString(services.resolve("org.verbena.VerbsProvider"), "example.NotThere\n");

        Jvm.Result result = Jvm.of(Jdk.current())
                .with(EVERYONE, "-cp", broken + ":" + Jars.path(application, List.of()), "example.Application", "sim")
                .run();

        assertThat(result.output()).contains("candidate example.NotThere: unavailable: ", GRANTED);
    }

    @Test
    void withoutTheJarOfJnaItsProviderIsUnavailableWithAReason() throws Exception {
        Jvm.Result result = Jvm.of(Jdk.current())
                .with(EVERYONE, "-cp", Jars.path(application, JNA), "example.Application", "sim")
                .run();

        assertThat(result.output()).contains("candidate jna: unavailable: ", "com/sun/jna", GRANTED);
        assertThat(result.status()).isZero();
    }

    @Test
    void aLinkedImageContainsOnlyTheModulesThatFfmNeeds() throws Exception {
        Path image = directory.resolve("image");
        int linked = ToolProvider.findFirst("jlink")
                .orElseThrow()
                .run(
                        System.out,
                        System.err,
                        "--module-path=" + Jars.path(application, List.of()),
                        "--add-modules=example,org.verbena.provider.ffm",
                        "--add-options=--enable-native-access=org.verbena.provider.ffm",
                        "--output=" + image);
        assertThat(linked).as("jlink").isZero();
        Jdk jdk = new Jdk(image, Jdk.current().feature());

        Jvm.Result modules = Jvm.of(jdk).with("--list-modules").run();
        Jvm.Result result = Jvm.of(jdk)
                .preload(FakedKernel.library())
                .with("-m", "example/example.Application")
                .run();

        assertThat(modules.output().lines().skip(1).map(module -> module.split("@")[0]))
                .containsExactly(
                        "example",
                        "java.base",
                        "org.verbena.api",
                        "org.verbena.core",
                        "org.verbena.libibverbs",
                        "org.verbena.provider.ffm",
                        "org.verbena.spi");
        assertThat(result.output()).contains("ffm granted QpCap[maxSendWr=128, maxRecvWr=0, maxSendSge=4");
    }

    @Test
    void onJava17FfmIsUnavailableWithAReason() throws Exception {
        Jvm.Result result =
                onClassPath(java17()).with("example.Application", "sim").run();

        assertThat(result.output())
                .contains(
                        "candidate org.verbena.provider.ffm.FfmProvider: unavailable: it needs Java 22 or newer, and this"
                                + " is Java ",
                        "candidate jna: ",
                        "candidate sim: available",
                        GRANTED)
                .doesNotContain("(not loadable)");
        assertThat(result.status()).isZero();
    }

    @Test
    void onJava17JnaIsChosenWhereThereIsADevice() throws Exception {
        Jvm.Result result = onClassPath(java17())
                .preload(FakedKernel.library())
                .with("example.Application")
                .run();

        assertThat(result.output()).contains("jna granted QpCap[maxSendWr=128, maxRecvWr=0, maxSendSge=4");
        assertThat(result.status()).isZero();
    }

    @Test
    void onTheModulePathOfJava17EverythingButFfmWorks() throws Exception {
        Jvm.Result result = onModulePath(java17(), FFM).with("sim").run();

        assertThat(result.output()).contains("candidate jna: ", GRANTED);
        assertThat(result.status()).isZero();
    }

    @Test
    void onTheModulePathOfJava17FfmKeepsTheJvmFromStarting() throws Exception {
        Jvm.Result result = onModulePath(java17(), List.of()).with("sim").run();

        assertThat(result.output()).contains("FindException", "verbena-provider-ffm");
        assertThat(result.status()).isNotZero();
    }

    private static Jvm onClassPath(Jdk jdk, String... options) throws IOException {
        return Jvm.of(jdk).with(options).with("-cp", Jars.path(application, List.of()));
    }

    private static Jvm onModulePath(Jdk jdk, List<String> without, String... options) throws IOException {
        return Jvm.of(jdk)
                .with(options)
                .with("-p", Jars.path(application, without))
                .with("-m", "example/example.Application");
    }

    private static Jdk java17() throws IOException {
        Optional<Jdk> jdk = Jdk.olderThan22();
        if (jdk.isEmpty() && !REQUIRED) {
            System.out.println("environment plain left out on Java 17: no JDK older than 22 was found");
        }
        assumeTrue(jdk.isPresent() || REQUIRED, "no JDK older than 22");
        return jdk.orElseThrow(() -> new AssertionError("no JDK older than 22; install openjdk-17-jdk-headless"));
    }
}
