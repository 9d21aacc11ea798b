// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.engine;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.verbena.tck.fixture.CmFixture;
import org.verbena.tck.fixture.Fixture;

/** Finds the behaviours of a class. */
public final class Catalogue {
    private Catalogue() {}

    /**
     * Returns the behaviours of a class, by id.
     *
     * @param section a class with methods that are annotated with {@link Behaviour}
     * @param place the suffix of the ids, before a type in brackets, if the same behaviours run in several environments
     * @return one behaviour for each method, or for each type of a method that has types
     */
    public static List<RunnableBehaviour> of(Object section, String place) {
        return Arrays.stream(section.getClass().getMethods())
                .filter(method -> method.isAnnotationPresent(Behaviour.class))
                .sorted(Comparator.comparing(
                        method -> method.getAnnotation(Behaviour.class).id()))
                .flatMap(method -> showings(section, place, method))
                .toList();
    }

    private static Stream<RunnableBehaviour> showings(Object section, String place, Method method) {
        Behaviour behaviour = method.getAnnotation(Behaviour.class);
        if (behaviour.types().length == 0) {
            return Stream.of(showing(section, behaviour, place, List.of(), fixture -> show(method, section, fixture)));
        }
        return Arrays.stream(behaviour.types())
                .map(type -> showing(
                        section,
                        behaviour,
                        place + "[" + type + "]",
                        List.of(Capability.of(type)),
                        fixture -> show(method, section, fixture, type)));
    }

    private static RunnableBehaviour showing(
            Object behaviours,
            Behaviour behaviour,
            String end,
            List<Capability> needsOfType,
            RunnableBehaviour.Body body) {
        Optional<DataPathBehaviours> dataPath = Optional.of(behaviours)
                .filter(DataPathBehaviours.class::isInstance)
                .map(DataPathBehaviours.class::cast);
        List<Capability> needs = new ArrayList<>();
        if (behaviours instanceof ConnectionBehaviours connections) {
            needs.add(Capability.CM);
            needs.addAll(connections.needs());
        }
        needs.addAll(needsOfType);
        dataPath.ifPresent(section -> {
            needs.add(Capability.WORK);
            needs.addAll(section.needs());
        });
        needs.addAll(List.of(behaviour.needs()));
        return new RunnableBehaviour(
                behaviour.id() + dataPath.map(DataPathBehaviours::suffix).orElse("") + end,
                behaviour.says(),
                List.copyOf(needs),
                behaviour.refusedWithout(),
                dataPath.isPresent(),
                body);
    }

    private static void show(Method method, Object section, Fixture fixture, Object... type) throws Throwable {
        if (section instanceof ConnectionBehaviours) {
            try (CmFixture cm = CmFixture.on(fixture)) {
                invoke(method, section, arguments(cm, type));
            }
        } else {
            invoke(method, section, arguments(fixture, type));
        }
    }

    private static Object[] arguments(Object fixture, Object... type) {
        return Stream.concat(Stream.of(fixture), Arrays.stream(type)).toArray();
    }

    private static void invoke(Method method, Object section, Object... arguments) throws Throwable {
        try {
            method.invoke(section, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }
}
