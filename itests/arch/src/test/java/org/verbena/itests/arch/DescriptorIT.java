package org.verbena.itests.arch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code module-info} and the manifest tell JPMS and OSGi the same. */
class DescriptorIT {

    /** All that a provider may show to applications: its configuration, or what its way to call C adds to the api. */
    private static final Map<String, Set<String>> PROVIDER_EXPORTS = Map.of(
            "org.verbena.provider.ffm", Set.of("org.verbena.provider.ffm.memory"),
            "org.verbena.provider.jna", Set.of(),
            "org.verbena.provider.sim", Set.of("org.verbena.provider.sim"));

    @ParameterizedTest
    @MethodSource("org.verbena.itests.arch.BuiltModule#all")
    void moduleAndBundleHaveOneName(BuiltModule module) {
        assertThat(module.paths("Bundle-SymbolicName")).containsExactly(module.name());
    }

    @ParameterizedTest
    @MethodSource("org.verbena.itests.arch.BuiltModule#all")
    void packagesStandBelowTheNameOfTheModule(BuiltModule module) {
        String root = module.name().equals("org.verbena.api") ? "org.verbena" : module.name();
        assertThat(module.descriptor().packages())
                .isNotEmpty()
                .allMatch(name -> name.equals(root) || name.startsWith(root + "."));
    }

    @ParameterizedTest
    @MethodSource("org.verbena.itests.arch.BuiltModule#all")
    void moduleAndBundleExportTheSamePackages(BuiltModule module) {
        assertThat(module.paths("Export-Package")).containsExactlyInAnyOrderElementsOf(module.exports());
    }

    @ParameterizedTest
    @MethodSource("org.verbena.itests.arch.BuiltModule#providers")
    void aProviderExportsNothingElse(BuiltModule provider) {
        assertThat(PROVIDER_EXPORTS.get(provider.name())).containsAll(provider.exports());
    }
}
