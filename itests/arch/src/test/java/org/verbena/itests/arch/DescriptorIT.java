// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.arch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that {@code module-info} and the manifest give JPMS and OSGi the same information. */
class DescriptorIT {

    /**
     * The packages that a provider may export to applications: its configuration, or its additions to the API for
     * native code.
     */
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
    void packageNamesBeginWithTheModuleName(BuiltModule module) {
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
    void aProviderExportsOnlyTheListedPackages(BuiltModule provider) {
        assertThat(PROVIDER_EXPORTS.get(provider.name())).containsAll(provider.exports());
    }
}
