// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;

class ProviderLookupTest {
    @TempDir
    Path services;

    @AfterEach
    void clearProperty() {
        System.clearProperty(ProviderLookup.PROVIDER_PROPERTY);
    }

    @Test
    void theHighestPriorityThatIsAvailableWins() {
        ProviderLookup lookup = empty().with(List.of(
                new Fake("sim", -100, false, true),
                new Fake("ffm", 100, true, false),
                new Fake("jna", 50, true, true)));

        assertThat(lookup.find().name()).isEqualTo("jna");
    }

    @Test
    void aSimulatorChosenByDefaultIsLoggedOnceWithTheReasons() {
        ProviderLookup lookup =
                empty().with(List.of(new Fake("ffm", 100, true, false), new Fake("sim", -100, false, true)));

        List<String> warnings = warningsDuring(() -> lookup.find());

        assertThat(warnings).singleElement().asString().contains("\"sim\" is used", "ffm: unavailable: no card");
    }

    @Test
    void namedSimulatorAndHardwareAreNotReported() {
        ProviderLookup simulator =
                empty().with(List.of(new Fake("ffm", 100, true, false), new Fake("sim", -100, false, true)));
        ProviderLookup hardware =
                empty().with(List.of(new Fake("ffm", 100, true, true), new Fake("sim", -100, false, true)));

        assertThat(warningsDuring(() -> simulator.find("sim"))).isEmpty();
        assertThat(warningsDuring(() -> hardware.find())).isEmpty();
        System.setProperty(ProviderLookup.PROVIDER_PROPERTY, "sim");
        assertThat(warningsDuring(() -> simulator.find())).isEmpty();
    }

    private static List<String> warningsDuring(Runnable action) {
        Logger logger = Logger.getLogger("org.verbena.lookup");
        List<String> warnings = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord event) {
                warnings.add(event.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
        try {
            action.run();
        } finally {
            logger.removeHandler(handler);
            logger.setUseParentHandlers(true);
        }
        return warnings;
    }

    @Test
    void aNamedProviderIsNeverReplaced() {
        ProviderLookup lookup =
                empty().with(List.of(new Fake("ffm", 100, true, false), new Fake("sim", -100, false, true)));

        assertThatExceptionOfType(NoProviderException.class)
                .isThrownBy(() -> lookup.find("ffm"))
                .withMessageContainingAll("\"ffm\" cannot be used", "ffm: unavailable: no card", "sim: available");
    }

    @Test
    void aLookupByNameDoesNotProbeOtherProviders() {
        Fake other = new Fake("ffm", 100, true, true) {
            @Override
            public Availability availability() {
                throw new AssertionError("probed");
            }
        };

        assertThat(empty().with(List.of(other, new Fake("sim", -100, false, true)))
                        .find("sim")
                        .name())
                .isEqualTo("sim");
    }

    @Test
    void theSystemPropertyNamesTheProvider() {
        ProviderLookup lookup =
                empty().with(List.of(new Fake("jna", 50, true, true), new Fake("sim", -100, false, true)));

        System.setProperty(ProviderLookup.PROVIDER_PROPERTY, "sim");
        assertThat(lookup.find().name()).isEqualTo("sim");

        System.setProperty(ProviderLookup.PROVIDER_PROPERTY, "missing");
        assertThatExceptionOfType(NoProviderException.class)
                .isThrownBy(lookup::find)
                .withMessageContaining("missing");
    }

    @Test
    void nativeOnlyExcludesTheSimulator() {
        ProviderLookup lookup =
                empty().with(List.of(new Fake("sim", -100, false, true))).nativeOnly();

        assertThatExceptionOfType(NoProviderException.class).isThrownBy(lookup::find);
        assertThatExceptionOfType(NoProviderException.class).isThrownBy(() -> lookup.find("sim"));
    }

    @Test
    void oneBrokenProviderDoesNotHideTheOthers() throws Exception {
        try (URLClassLoader loader = providers("org.verbena.NotThere", Registered.class.getName())) {
            ProviderLookup lookup = ProviderLookup.in(loader);

            assertThat(lookup.find().name()).isEqualTo("registered");
            assertThat(lookup.candidates()).anySatisfy(candidate -> {
                assertThat(candidate.provider()).isEmpty();
                assertThat(candidate.name()).isEqualTo("org.verbena.NotThere");
                assertThat(candidate.availability().reason()).contains("org.verbena.NotThere");
            });
        }
    }

    static List<Throwable> failures() {
        return List.of(
                new IllegalStateException("plug-in is broken"),
                new NoClassDefFoundError("x/Y"),
                new Error("incompatible library"),
                new StackOverflowError());
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aProviderThatThrowsIsListedAsUnavailable(Throwable failure) {
        Fake broken = new Fake("broken", 100, true, true) {
            @Override
            public Availability availability() {
                throw raise(failure);
            }
        };
        ProviderLookup lookup = empty().with(List.of(broken, new Fake("jna", 50, true, true)));

        assertThat(lookup.find().name()).isEqualTo("jna");
        assertThat(lookup.candidates().get(0))
                .hasToString("broken: unavailable: its method availability() failed: " + failure);
        assertThatExceptionOfType(NoProviderException.class)
                .isThrownBy(() -> lookup.find("broken"))
                .withMessageContaining(failure.toString());
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aProviderWithoutPropertiesIsListedLast(Throwable failure) {
        Fake broken = new Fake("broken", 100, true, true) {
            @Override
            public int priority() {
                throw raise(failure);
            }

            @Override
            public boolean equals(Object other) {
                throw raise(failure);
            }

            @Override
            public int hashCode() {
                throw raise(failure);
            }
        };
        ProviderLookup lookup = empty().with(List.of(broken, new Fake("jna", 50, true, true)));

        assertThat(lookup.find().name()).isEqualTo("jna");
        assertThat(lookup.candidates().get(1).availability().reason()).isEqualTo(failure.toString());
    }

    /** Throws an exception that need not be declared. */
    private static Error raise(Throwable failure) {
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        throw (Error) failure;
    }

    /** The class of a native binding reports its reason only at the first attempt. */
    @Test
    void aNamedProviderIsAskedOnce() {
        List<String> reasons = new ArrayList<>(List.of("the first reason", "class not initialized"));
        Fake binding = new Fake("jna", 50, true, false) {
            @Override
            public Availability availability() {
                return Availability.unavailable(reasons.remove(0));
            }
        };

        assertThatExceptionOfType(NoProviderException.class)
                .isThrownBy(() -> empty().with(List.of(binding)).find("jna"))
                .withMessageContaining("jna: unavailable: the first reason");
    }

    @Test
    void aProviderForNewerJavaIsListedWithTheRequiredVersion() throws Exception {
        String name = "example.FromTheFuture";
        int feature = Runtime.version().feature() + 5;
        Path file = Files.createDirectories(services.resolve("example")).resolve("FromTheFuture.class");
        Files.write(file, emptyClass(name, feature + 44));
        try (URLClassLoader loader = providers(name, Registered.class.getName())) {
            List<ProviderCandidate> candidates = ProviderLookup.in(loader).candidates();

            assertThat(candidates).extracting(ProviderCandidate::name).containsExactly("registered", name);
            assertThat(candidates.get(1).availability().reason())
                    .startsWith("it needs Java " + feature + " or newer, and this is Java "
                            + Runtime.version().feature() + ": java.lang.UnsupportedClassVersionError: ");
        }
    }

    /** Returns a public class without members, in the format of JVMS 4.1. */
    private static byte[] emptyClass(String name, int majorVersion) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0xCAFE_BABE);
        out.writeShort(0);
        out.writeShort(majorVersion);
        out.writeShort(5);
        for (String className : List.of(name.replace('.', '/'), "java/lang/Object")) {
            out.writeByte(1); // CONSTANT_Utf8
            out.writeUTF(className);
        }
        for (int utf8 = 1; utf8 <= 2; utf8++) {
            out.writeByte(7); // CONSTANT_Class
            out.writeShort(utf8);
        }
        out.writeShort(0x0021); // ACC_PUBLIC, ACC_SUPER
        out.writeShort(3);
        out.writeShort(4);
        for (int empty = 0; empty < 4; empty++) { // interfaces, fields, methods, attributes
            out.writeShort(0);
        }
        return bytes.toByteArray();
    }

    @Test
    void twoClassesOfOneNameAreAnError() throws Exception {
        try (URLClassLoader loader = providers(Registered.class.getName(), Impostor.class.getName())) {
            assertThatExceptionOfType(NoProviderException.class)
                    .isThrownBy(() -> ProviderLookup.in(loader).find())
                    .withMessageContainingAll(Registered.class.getName(), Impostor.class.getName());
        }
    }

    @Test
    void theMessageSaysThatNoProviderIsOnTheClassPath() {
        assertThatExceptionOfType(NoProviderException.class)
                .isThrownBy(() -> empty().find())
                .withMessageContaining("no provider is on the class path");
    }

    @Test
    void anUnknownDeviceIsReportedWithTheListOfDevices() {
        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(() -> new Fake("sim", -100, false, true).device("mlx5_7"))
                .withMessageContainingAll("mlx5_7", "[]")
                .matches(e -> e.errno().equals(Errno.ENODEV));
    }

    private ProviderLookup empty() {
        return ProviderLookup.in(ClassLoader.getPlatformClassLoader());
    }

    private URLClassLoader providers(String... classNames) throws Exception {
        Path file =
                Files.createDirectories(services.resolve("META-INF/services")).resolve(VerbsProvider.class.getName());
        Files.write(file, List.of(classNames));
        return new URLClassLoader(
                new URL[] {services.toUri().toURL()}, getClass().getClassLoader());
    }

    static class Fake implements VerbsProvider {
        private final String name;
        private final int priority;
        private final boolean isNative;
        private final boolean available;

        Fake(String name, int priority, boolean isNative, boolean available) {
            this.name = name;
            this.priority = priority;
            this.isNative = isNative;
            this.available = available;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public int priority() {
            return priority;
        }

        @Override
        public boolean isNative() {
            return isNative;
        }

        @Override
        public Availability availability() {
            return available ? Availability.available("always") : Availability.unavailable("no card");
        }

        @Override
        public List<Device> devices() {
            return List.of();
        }

        @Override
        public VerbsProvider configure(Map<String, String> options) {
            return this;
        }
    }

    /** A provider that ServiceLoader finds. */
    public static final class Registered extends Fake {
        public Registered() {
            super("registered", 1, false, true);
        }
    }

    /** Another provider with the same name. */
    public static final class Impostor extends Fake {
        public Impostor() {
            super("registered", 2, false, true);
        }
    }
}
