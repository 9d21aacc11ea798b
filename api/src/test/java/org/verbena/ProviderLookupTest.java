package org.verbena;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
    void aNamedProviderIsNeverReplaced() {
        ProviderLookup lookup =
                empty().with(List.of(new Fake("ffm", 100, true, false), new Fake("sim", -100, false, true)));

        assertThatExceptionOfType(NoProviderException.class)
                .isThrownBy(() -> lookup.find("ffm"))
                .withMessageContainingAll("\"ffm\" cannot be used", "ffm: unavailable: no card", "sim: available");
    }

    @Test
    void whoeverNamesOneWaitsForNoOther() {
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
    void thePropertyNamesOneToo() {
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
    void whoeverAsksForHardwareGetsNoSimulator() {
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
                assertThat(candidate.availability().reason()).contains("org.verbena.NotThere");
            });
        }
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
    void withoutAnyProviderTheMessageSaysSo() {
        assertThatExceptionOfType(NoProviderException.class)
                .isThrownBy(() -> empty().find())
                .withMessageContaining("no provider is on the class path");
    }

    @Test
    void anUnknownDeviceIsToldWithTheKnownOnes() {
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

    /** Found by ServiceLoader. */
    public static final class Registered extends Fake {
        public Registered() {
            super("registered", 1, false, true);
        }
    }

    /** Another class of the same name. */
    public static final class Impostor extends Fake {
        public Impostor() {
            super("registered", 2, false, true);
        }
    }
}
