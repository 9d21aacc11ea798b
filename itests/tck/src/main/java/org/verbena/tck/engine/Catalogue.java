package org.verbena.tck.engine;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.verbena.QpType;

/** Finds the behaviours of a class. */
public final class Catalogue {
    private Catalogue() {}

    /**
     * The behaviours of a class, by id.
     *
     * @param section a class with methods that are marked as {@link Behaviour}
     * @return one for each method, or for each type of a method that has types
     */
    public static List<Showing> of(Object section) {
        return Arrays.stream(section.getClass().getMethods())
                .filter(method -> method.isAnnotationPresent(Behaviour.class))
                .sorted(Comparator.comparing(
                        method -> method.getAnnotation(Behaviour.class).id()))
                .flatMap(method -> showings(section, method))
                .toList();
    }

    private static Stream<Showing> showings(Object section, Method method) {
        Behaviour behaviour = method.getAnnotation(Behaviour.class);
        List<Capability> needs = List.of(behaviour.needs());
        if (behaviour.types().length == 0) {
            return Stream.of(new Showing(
                    behaviour.id(),
                    behaviour.says(),
                    needs,
                    behaviour.refusedWithout(),
                    fixture -> invoke(method, section, fixture)));
        }
        return Arrays.stream(behaviour.types())
                .map(type -> new Showing(
                        behaviour.id() + "[" + type + "]",
                        behaviour.says(),
                        withType(needs, type),
                        behaviour.refusedWithout(),
                        fixture -> invoke(method, section, fixture, type)));
    }

    private static List<Capability> withType(List<Capability> needs, QpType type) {
        List<Capability> all = new ArrayList<>();
        all.add(Capability.of(type));
        all.addAll(needs);
        return List.copyOf(all);
    }

    private static void invoke(Method method, Object section, Object... arguments) throws Throwable {
        try {
            method.invoke(section, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }
}
