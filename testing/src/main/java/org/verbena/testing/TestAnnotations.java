// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing;

import java.lang.annotation.Annotation;
import java.lang.annotation.Repeatable;
import java.lang.reflect.AnnotatedElement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * The annotations of a test.
 *
 * @param elements the enclosing classes from the outermost one, the test class, and the test method
 */
record TestAnnotations(List<AnnotatedElement> elements) {
    static TestAnnotations of(ExtensionContext context) {
        List<AnnotatedElement> elements = new ArrayList<>(testClasses(context));
        context.getTestMethod().ifPresent(elements::add);
        return new TestAnnotations(List.copyOf(elements));
    }

    /**
     * Returns the enclosing classes from the outermost one, and the test class. {@code getEnclosingTestClasses} does
     * not exist before JUnit 5.12.1.
     */
    static List<Class<?>> testClasses(ExtensionContext context) {
        Deque<Class<?>> classes = new ArrayDeque<>();
        for (Optional<ExtensionContext> at = Optional.of(context);
                at.isPresent();
                at = at.get().getParent()) {
            at.get()
                    .getTestClass()
                    .filter(type -> !type.equals(classes.peekFirst()))
                    .ifPresent(classes::addFirst);
        }
        return List.copyOf(classes);
    }

    /** Returns the annotation of the innermost element that has one. */
    <A extends Annotation> Optional<A> innermost(Class<A> type) {
        List<A> found = elements.stream()
                .flatMap(element -> AnnotationSupport.findAnnotation(element, type).stream())
                .toList();
        return found.isEmpty() ? Optional.empty() : Optional.of(found.get(found.size() - 1));
    }

    /** Returns the annotations of all elements, including those of a repeatable kind. */
    <A extends Annotation> List<A> all(Class<A> type) {
        List<A> found = new ArrayList<>();
        for (AnnotatedElement element : elements) {
            if (type.isAnnotationPresent(Repeatable.class)) {
                found.addAll(AnnotationSupport.findRepeatableAnnotations(element, type));
            } else {
                AnnotationSupport.findAnnotation(element, type).ifPresent(found::add);
            }
        }
        return found;
    }
}
