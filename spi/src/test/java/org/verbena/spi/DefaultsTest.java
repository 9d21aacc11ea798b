// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.CALLS_REAL_METHODS;
import static org.mockito.Mockito.mock;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;

/** Tests that verbs that a driver does not implement fail with EOPNOTSUPP and their C name. */
class DefaultsTest {
    /** The methods that return an empty result or do nothing by default. */
    private static final Set<String> EMPTY = Set.of(
            "reader",
            "sendOps",
            "sendBuilder",
            "nextAsyncEvent",
            "awaitAsyncEvent",
            "ackEvents",
            "abandon",
            "portCounters",
            "addressOf",
            "pendingCompletions");

    /** The methods of the data path, which return errno instead of throwing an exception. */
    private static final Set<String> BY_NUMBER = Set.of("postSend", "postRecv", "poll");

    private static Stream<Method> verbs() {
        return Stream.of(DriverContext.class, DriverPd.class, DriverMr.class, DriverCq.class, DriverQp.class)
                .flatMap(type -> Arrays.stream(type.getMethods()))
                .filter(Method::isDefault)
                .filter(method -> !EMPTY.contains(method.getName()));
    }

    @ParameterizedTest
    @MethodSource("verbs")
    void defaultVerbsFailWithEopnotsupp(Method verb) throws ReflectiveOperationException {
        Object driver = mock(verb.getDeclaringClass(), CALLS_REAL_METHODS);
        Object[] arguments =
                Arrays.stream(verb.getParameterTypes()).map(DefaultsTest::any).toArray();

        if (BY_NUMBER.contains(verb.getName())) {
            assertThat(Math.abs((int) verb.invoke(driver, arguments))).isEqualTo(Errno.EOPNOTSUPP.number());
        } else {
            assertThatThrownBy(() -> verb.invoke(driver, arguments))
                    .isInstanceOf(InvocationTargetException.class)
                    .cause()
                    .isInstanceOfSatisfying(VerbsException.class, e -> {
                        assertThat(e.errno()).isEqualTo(Errno.EOPNOTSUPP);
                        assertThat(e.verb()).startsWith("ibv_");
                    });
        }
    }

    private static Object any(Class<?> type) {
        if (type == int.class) {
            return 1;
        }
        if (type == long.class) {
            return 1L;
        }
        return type == boolean.class ? Boolean.TRUE : null;
    }
}
