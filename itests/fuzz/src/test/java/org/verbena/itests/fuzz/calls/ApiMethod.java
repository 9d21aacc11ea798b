// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.fuzz.calls;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Set;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueueEx;
import org.verbena.QueuePairEx;
import org.verbena.error.VerbsException;

/**
 * A public method or constructor of the API, or a factory method.
 *
 * @param executable the method or constructor
 */
record ApiMethod(Executable executable) {
    /** The types that require an order of calls for reading or building, which an input may violate. */
    private static final Set<Class<?>> PROTOCOLS = Set.of(CompletionQueueEx.class, QueuePairEx.class);

    /** The methods that take an index. */
    private static final Set<String> INDEXED = Set.of("get", "setSge", "view", "postSend", "postRecv");

    private static final Set<String> ALLOCATING =
            Set.of("allocMr", "newSendBatch", "newRecvBatch", "newCompletionArray");

    boolean isStatic() {
        return executable instanceof Constructor || Modifier.isStatic(executable.getModifiers());
    }

    Class<?> receiver() {
        return executable.getDeclaringClass();
    }

    Type[] parameters() {
        return executable.getGenericParameterTypes();
    }

    /** Returns the approximate number of bytes that the call would allocate, according to its arguments. */
    double allocates(Object... arguments) {
        if (!ALLOCATING.contains(executable.getName())) {
            return 0;
        }
        return Arrays.stream(arguments)
                .filter(Number.class::isInstance)
                .mapToDouble(number -> 1 + Math.abs(((Number) number).doubleValue()))
                .reduce(1, (size, factor) -> size * factor);
    }

    /**
     * Calls the method.
     *
     * @return its result, or null for a void method or if the call failed as documented
     * @throws Throwable any exception that is not documented
     */
    Object call(Object receiver, Object... arguments) throws Throwable {
        try {
            return executable instanceof Constructor<?> constructor
                    ? constructor.newInstance(arguments)
                    : ((Method) executable).invoke(receiver, arguments);
        } catch (InvocationTargetException e) {
            if (isDocumented(e.getCause())) {
                return null;
            }
            if (e.getCause() instanceof OutOfMemoryError) {
                throw e.getCause();
            }
            throw new AssertionError(
                    "%s on %s with %s".formatted(this, receiver, Arrays.deepToString(arguments)), e.getCause());
        }
    }

    private boolean isDocumented(Throwable thrown) {
        return thrown instanceof VerbsException
                || (thrown instanceof IllegalStateException && PROTOCOLS.contains(receiver()))
                || (thrown instanceof IndexOutOfBoundsException
                        && (INDEXED.contains(executable.getName()) || receiver() == CompletionArray.class));
    }

    /** Returns a text that is the same in every build as long as the method does not change. */
    @Override
    public String toString() {
        String type = receiver().getName().substring(receiver().getPackageName().length() + 1);
        return type + "." + (executable instanceof Constructor ? "new" : executable.getName())
                + Arrays.stream(executable.getParameterTypes())
                        .map(Class::getSimpleName)
                        .toList();
    }
}
