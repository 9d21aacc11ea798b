// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.arch;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.lang.module.ModuleFinder;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.osgi.annotation.versioning.ConsumerType;
import org.osgi.annotation.versioning.ProviderType;

/** Checks the prerequisites of semantic package versions. */
class VersionIT {

    /** The packages of the JDK, which a framework exports without a version. */
    private static final Set<String> JDK_PACKAGES = ModuleFinder.ofSystem().findAll().stream()
            .flatMap(module -> module.descriptor().packages().stream())
            .collect(Collectors.toUnmodifiableSet());

    /** Every exported package has at least version 1.0.0, because the baseline of bnd permits every change below it. */
    @ParameterizedTest
    @MethodSource("exporting")
    void everyExportedPackageHasAtLeastVersionOne(BuiltModule module) {
        assertThat(module.versions("Export-Package"))
                .allSatisfy((name, version) -> assertThat(version).matches("[1-9]\\d*\\.\\d+\\.\\d+"));
    }

    @ParameterizedTest
    @MethodSource("org.verbena.itests.arch.BuiltModule#all")
    void everyImportHasAVersionRange(BuiltModule module) {
        Map<String, String> imports = new HashMap<>(module.versions("Import-Package"));
        imports.keySet().removeAll(JDK_PACKAGES);
        assertThat(imports).allSatisfy((name, version) -> assertThat(version).matches("\\[.+,.+\\)"));
    }

    /**
     * Every exported type that can be implemented has an annotation. Without one, bnd assumes that applications
     * implement an interface, and that no provider implements its version.
     */
    @ParameterizedTest
    @MethodSource("exporting")
    void everyImplementableTypeIsProviderTypeOrConsumerType(BuiltModule module) {
        classes()
                .that(describe("are exported", type -> module.exports().contains(type.getPackageName())))
                .and(describe("can be implemented", VersionIT::canBeImplemented))
                .should()
                .beAnnotatedWith(ProviderType.class)
                .orShould()
                .beAnnotatedWith(ConsumerType.class)
                .allowEmptyShould(true)
                .check(module.classes());
    }

    private static boolean canBeImplemented(JavaClass type) {
        boolean visible = type.getModifiers().contains(JavaModifier.PUBLIC)
                || type.getModifiers().contains(JavaModifier.PROTECTED);
        boolean open = type.isInterface() || type.getModifiers().contains(JavaModifier.ABSTRACT);
        return visible && open && !type.isEnum() && !type.isAnnotation();
    }

    static Stream<BuiltModule> exporting() {
        return BuiltModule.all().filter(Predicate.not(module -> module.exports().isEmpty()));
    }
}
