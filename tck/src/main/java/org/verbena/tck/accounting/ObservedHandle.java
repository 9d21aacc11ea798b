// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.accounting;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.verbena.tck.accounting.WorkQueueBook.Work;

/** Forwards the calls of one handle, batch or work request to the provider's object, and reports them. */
final class ObservedHandle implements InvocationHandler {
    /** A call of the provider's object. */
    interface Call {
        @Nullable
        Object run() throws Throwable;
    }

    private final Object target;
    private final Interception interception;

    /** The observed work requests of a batch, by index. A batch has one object for each index. */
    private final Map<Integer, Object> places = new ConcurrentHashMap<>();

    private volatile long wrId;
    private volatile boolean signaled;

    ObservedHandle(Object target, Interception interception) {
        this.target = target;
        this.interception = interception;
    }

    Object target() {
        return target;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // a call that returns its own object returns the proxy
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        Object[] given = arguments == null ? new Object[0] : arguments;
        Object[] genuine = new Object[given.length];
        Arrays.setAll(genuine, i -> ProviderObjects.argument(given[i], interception));
        Object result = interception.recorder().record(this, method.getName(), given, genuine, () -> {
            try {
                return method.invoke(target, genuine);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        });
        if (result == null) {
            return null;
        }
        return result == target ? proxy : interception.observe(result);
    }

    // ---------------------------------------------------------------- work requests and batches

    void reset() {
        wrId = 0;
        signaled = false;
    }

    void wrId(long id) {
        wrId = id;
    }

    void signaled(boolean isSignaled) {
        signaled = isSignaled;
    }

    Work receive() {
        return new Work(wrId, true);
    }

    Work send(QueuePairBook qp) {
        return qp.send(wrId, signaled);
    }

    /** Returns the observed work request at an index of this batch. */
    Object place(int index, Object genuine) {
        return places.computeIfAbsent(index, i -> interception.observe(genuine));
    }

    /** Returns the handler of the work request at an index of this batch. */
    @Nullable
    ObservedHandle noteAt(int index) {
        Object place = places.get(index);
        return place == null ? null : Interception.handlerOf(place);
    }
}
