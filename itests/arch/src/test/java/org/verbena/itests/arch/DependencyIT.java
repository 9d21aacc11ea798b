// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.arch;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleDescriptor.Requires.Modifier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that the class files have no forbidden dependencies between packages. */
class DependencyIT {

    @ParameterizedTest
    @MethodSource("allButFfm")
    void onlyTheFfmProviderUsesJavaLangForeign(BuiltModule module) {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.lang.foreign..")
                .check(module.classes());
    }

    @ParameterizedTest
    @MethodSource("allButJna")
    void onlyTheJnaProviderUsesJna(BuiltModule module) {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.sun.jna..")
                .check(module.classes());
    }

    @Test
    void theApiUsesTheJdkAlone() {
        BuiltModule api = BuiltModule.named("org.verbena.api");
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        // For HMAC, which is in the module java.base.
                        "javax.crypto..",
                        "org.verbena..",
                        // For annotations, which are not needed at run time.
                        "org.jspecify.annotations",
                        "org.osgi.annotation..")
                .check(api.classes());
        assertThat(api.descriptor().requires())
                .filteredOn(requires -> !requires.modifiers().contains(Modifier.STATIC))
                .extracting(Requires::name)
                .containsExactly("java.base");
    }

    @ParameterizedTest
    @MethodSource("org.verbena.itests.arch.BuiltModule#all")
    void packagesDependOnEachOtherInOneDirectionOnly(BuiltModule module) {
        slices().matching("(**)").should().beFreeOfCycles().check(module.classes());
    }

    static Stream<BuiltModule> allButFfm() {
        return allBut("org.verbena.provider.ffm");
    }

    static Stream<BuiltModule> allButJna() {
        return allBut("org.verbena.provider.jna");
    }

    private static Stream<BuiltModule> allBut(String name) {
        return BuiltModule.all().filter(module -> !module.name().equals(name));
    }
}
