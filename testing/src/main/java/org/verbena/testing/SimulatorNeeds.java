// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing;

import java.lang.annotation.Annotation;
import java.lang.reflect.Executable;
import java.lang.reflect.Parameter;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.verbena.provider.sim.ClockMode;

/** Finds what a test needs that only the simulator has. */
final class SimulatorNeeds {
    private static final List<Class<? extends Annotation>> EACH = List.of(BeforeEach.class, AfterEach.class);

    private SimulatorNeeds() {}

    /** Returns a parameter or an annotation that needs the simulator; empty if there is none. */
    static Optional<String> of(ExtensionContext context, Settings base) {
        TestAnnotations annotations = TestAnnotations.of(context);
        Optional<String> fault = new AnnotatedFaults(annotations).first().map(kind -> "@" + kind.getSimpleName());
        Settings settings = base.with(annotations);
        Optional<String> setting =
                settings.clock() == ClockMode.MANUAL || !settings.limits().isBlank()
                        ? Optional.of("a setting of limits or of a manual clock")
                        : Optional.empty();
        return fault.or(() -> setting)
                .or(() -> executables(context)
                        .flatMap(executable -> Stream.of(executable.getParameters()))
                        .map(Parameter::getType)
                        .filter(Injection::needsSimulator)
                        .map(type -> "a parameter of type " + type.getSimpleName())
                        .findFirst());
    }

    private static Stream<Executable> executables(ExtensionContext context) {
        List<Class<?>> classes = TestAnnotations.testClasses(context);
        return Stream.of(
                        context.getTestMethod().stream(),
                        classes.stream().flatMap(type -> Stream.of(type.getDeclaredConstructors())),
                        classes.stream()
                                .flatMap(type -> EACH.stream()
                                        .flatMap(
                                                kind -> AnnotationSupport.findAnnotatedMethods(
                                                        type, kind, HierarchyTraversalMode.TOP_DOWN)
                                                        .stream())))
                .flatMap(found -> found);
    }
}
