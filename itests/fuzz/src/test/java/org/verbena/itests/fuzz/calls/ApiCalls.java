// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.fuzz.calls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.verbena.DeviceContext;
import org.verbena.itests.fuzz.calls.ApiArguments.NoSuchValueException;

/**
 * Makes the API calls that an input describes. Each call can use the objects of earlier calls. Every call returns or
 * fails as documented, and the device can be closed.
 */
public final class ApiCalls {
    private static final ApiMethods METHODS = new ApiMethods();
    private static final int MOST_CALLS = 64;

    /**
     * The maximum allocation of a call. A JVM needs half a second to reject more memory than it has, because it waits
     * for free memory.
     */
    private static final double MOST_BYTES = 1 << 16;

    private final Numbers numbers;
    private final List<Object> objects = new ArrayList<>();
    private final ApiArguments arguments;

    private ApiCalls(Numbers numbers, DeviceContext context) {
        this.numbers = numbers;
        this.arguments = new ApiArguments(numbers, objects);
        keep(context);
        keep(context.explain());
        keep(context.asyncEvents());
    }

    /** Makes the calls, and closes the context. */
    public static void run(Numbers numbers, DeviceContext context) throws Throwable {
        try (context) {
            ApiCalls calls = new ApiCalls(numbers, context);
            for (int left = MOST_CALLS; left > 0 && numbers.hasMore(); left--) {
                calls.next();
            }
        }
        assertThat(context.isClosed()).isTrue();
    }

    private void next() throws Throwable {
        ApiMethod method = METHODS.find(numbers.uint16());
        try {
            Object receiver = method.isStatic() ? null : arguments.object(method.receiver());
            Object[] values = arguments.of(method.parameters());
            if (method.allocates(values) > MOST_BYTES) {
                return;
            }
            Object answer = method.call(receiver, values);
            assertThat(String.valueOf(answer)).isNotNull();
            keep(answer);
        } catch (NoSuchValueException e) {
            // No object exists to call the method on.
        }
    }

    private void keep(Object answer) {
        if (answer instanceof Optional<?> optional) {
            optional.ifPresent(this::keep);
        } else if (answer instanceof Collection<?> collection) {
            collection.forEach(this::keep);
        } else if (answer != null && !objects.contains(answer)) {
            objects.add(answer);
        }
    }
}
