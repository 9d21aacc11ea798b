// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing;

import java.lang.reflect.Parameter;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.verbena.CompletionQueue;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.VerbsProvider;
import org.verbena.async.AsyncQueuePair;
import org.verbena.error.InvalidRequestException;
import org.verbena.provider.sim.SimClock;
import org.verbena.provider.sim.SimFaults;
import org.verbena.provider.sim.SimProvider;

/** The values of parameters, by type. */
final class Injection {
    /** Returns the n-th object of a type, from 0. */
    @FunctionalInterface
    private interface Source {
        Object get(TestFixture fixture, int position, ParameterContext parameter);
    }

    private static final Map<Class<?>, Source> SOURCES = Map.ofEntries(
            Map.entry(
                    VerbsProvider.class,
                    (fixture, n, parameter) -> fixture.backend().provider()),
            Map.entry(Device.class, (fixture, n, parameter) -> fixture.device(n)),
            Map.entry(DeviceContext.class, (fixture, n, parameter) -> fixture.context(n)),
            Map.entry(ProtectionDomain.class, (fixture, n, parameter) -> fixture.pd(n)),
            Map.entry(CompletionQueue.class, (fixture, n, parameter) -> fixture.cq(n)),
            Map.entry(ConnectedPair.class, (fixture, n, parameter) -> fixture.pair(n, spec(parameter))),
            Map.entry(AsyncQueuePair.class, (fixture, n, parameter) -> fixture.asyncQp(n, spec(parameter))),
            Map.entry(IdPair.class, (fixture, n, parameter) -> fixture.idPair(n)));

    private static final Map<Class<?>, Source> SIMULATOR_SOURCES = Map.of(
            SimProvider.class, (fixture, n, parameter) -> sim(fixture).provider(),
            SimFaults.class,
                    (fixture, n, parameter) -> sim(fixture).provider().fabric().faults(),
            SimClock.class,
                    (fixture, n, parameter) -> sim(fixture).provider().fabric().clock(),
            Faults.class, (fixture, n, parameter) -> sim(fixture).faults());

    private Injection() {}

    private static Backend.Simulated sim(TestFixture fixture) {
        return fixture.backend()
                .sim()
                .orElseThrow(() -> new ParameterResolutionException("the parameter needs the simulator, and "
                        + VerbsExtension.DEVICE_PROPERTY + " selects " + fixture.device(0)));
    }

    /** Returns whether a type has a value on the simulator only. */
    static boolean needsSimulator(Class<?> type) {
        return SIMULATOR_SOURCES.containsKey(type);
    }

    static boolean supports(ParameterContext parameter) {
        return source(parameter).isPresent() || parameter.isAnnotated(PairAttr.class);
    }

    static Object resolve(ParameterContext parameter, TestFixture fixture) {
        Source source = source(parameter)
                .filter(found -> hasPair(parameter) || !parameter.isAnnotated(PairAttr.class))
                .orElseThrow(() -> failure(parameter, "@PairAttr belongs to ConnectedPair and AsyncQueuePair", null));
        try {
            return source.get(fixture, position(parameter), parameter);
        } catch (InvalidRequestException e) {
            throw failure(parameter, String.valueOf(e.getMessage()), e);
        }
    }

    private static ParameterResolutionException failure(
            ParameterContext parameter, String why, @Nullable Exception cause) {
        return new ParameterResolutionException(
                "parameter " + parameter.getParameter() + " of " + parameter.getDeclaringExecutable() + ": " + why
                        + "; the supported types are " + names(),
                cause);
    }

    private static String names() {
        return Stream.of(SOURCES, SIMULATOR_SOURCES)
                .flatMap(sources -> sources.keySet().stream())
                .map(Class::getSimpleName)
                .sorted()
                .toList()
                .toString();
    }

    private static Optional<Source> source(ParameterContext parameter) {
        Class<?> type = parameter.getParameter().getType();
        return Optional.ofNullable(SOURCES.getOrDefault(type, SIMULATOR_SOURCES.get(type)));
    }

    private static boolean hasPair(ParameterContext parameter) {
        Class<?> type = parameter.getParameter().getType();
        return type == ConnectedPair.class || type == AsyncQueuePair.class;
    }

    /** Returns the number of preceding parameters of the same type. */
    private static int position(ParameterContext parameter) {
        Parameter[] all = parameter.getDeclaringExecutable().getParameters();
        int position = 0;
        for (int i = 0; i < parameter.getIndex(); i++) {
            position += all[i].getType() == parameter.getParameter().getType() ? 1 : 0;
        }
        return position;
    }

    private static PairSpec spec(ParameterContext parameter) {
        return parameter.findAnnotation(PairAttr.class).map(PairSpec::of).orElseGet(PairSpec::defaults);
    }
}
