// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.accounting;

import java.lang.ref.WeakReference;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;
import org.verbena.AsyncEvent;
import org.verbena.AsyncEvents;
import org.verbena.Explainer;
import org.verbena.QpInitAttr;
import org.verbena.QpQuery;
import org.verbena.QueuePairEx;
import org.verbena.RecvBatch;
import org.verbena.RecvWr;
import org.verbena.SendBatch;
import org.verbena.SendWr;
import org.verbena.VerbsObject;

/** Replaces the results of a provider by proxies that report their calls. Each object has one proxy. */
final class Interception {
    /** Receives the calls. */
    interface Recorder {
        /**
         * Makes a call and records its effect.
         *
         * @param on the object
         * @param method the name of the method
         * @param given the arguments of the caller
         * @param genuine the arguments without proxies
         * @param call the call
         * @return the result of the call, not yet replaced by a proxy
         * @throws Throwable as the call
         */
        @Nullable
        Object record(ObservedHandle on, String method, Object[] given, Object[] genuine, ObservedHandle.Call call)
                throws Throwable;
    }

    private static final List<Class<?>> KINDS = List.of(
            VerbsObject.class,
            QueuePairEx.class,
            SendBatch.class,
            RecvBatch.class,
            SendWr.class,
            RecvWr.class,
            AsyncEvents.class,
            Explainer.class);

    /** The interfaces of the proxies for objects of a class, none if such objects need no proxy. */
    private static final ClassValue<Class<?>[]> INTERFACES = new ClassValue<>() {
        @Override
        protected Class<?>[] computeValue(Class<?> type) {
            return KINDS.stream().anyMatch(kind -> kind.isAssignableFrom(type))
                    ? interfaces(type).toArray(Class<?>[]::new)
                    : new Class<?>[0];
        }
    };

    private final Recorder recorder;
    private final Map<Object, WeakReference<Object>> proxies = new WeakHashMap<>();

    Interception(Recorder recorder) {
        this.recorder = recorder;
    }

    Recorder recorder() {
        return recorder;
    }

    /** Returns a result in which proxies replace the provider's objects. */
    @SuppressWarnings("unchecked")
    <T> T observe(T value) {
        if (value instanceof Optional<?> optional) {
            return (T) optional.map(this::observe);
        }
        if (value instanceof AsyncEvent event) {
            return (T) new AsyncEvent(event.eventTypeCode(), event.element().map(this::observe), event.portNum());
        }
        if (value instanceof QpQuery query) {
            return (T) new QpQuery(query.attr(), observe(query.initAttr()));
        }
        if (value instanceof QpInitAttr attr) {
            return (T) ProviderObjects.replace(attr, this::observe);
        }
        if (value instanceof List<?> list && list.stream().anyMatch(VerbsObject.class::isInstance)) {
            return (T) list.stream().map(this::observe).toList();
        }
        if (value == null || handlerOf(value) != null) {
            return value;
        }
        Class<?>[] interfaces = INTERFACES.get(value.getClass());
        return interfaces.length == 0 ? value : (T) proxy(value, interfaces);
    }

    private Object proxy(Object target, Class<?>[] interfaces) {
        synchronized (proxies) {
            WeakReference<Object> known = proxies.get(target);
            Object proxy = known == null ? null : known.get();
            if (proxy == null) {
                proxy = Proxy.newProxyInstance(
                        VerbsObject.class.getClassLoader(), interfaces, new ObservedHandle(target, this));
                proxies.put(target, new WeakReference<>(proxy));
            }
            return proxy;
        }
    }

    /** Returns the interfaces of the public API that a class implements. */
    private static Set<Class<?>> interfaces(Class<?> type) {
        Set<Class<?>> found = new LinkedHashSet<>();
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            for (Class<?> candidate : each.getInterfaces()) {
                if (candidate.getPackageName().equals(VerbsObject.class.getPackageName())
                        && Modifier.isPublic(candidate.getModifiers())) {
                    found.add(candidate);
                }
                found.addAll(interfaces(candidate));
            }
        }
        return found;
    }

    static @Nullable ObservedHandle handlerOf(@Nullable Object value) {
        return value instanceof Proxy && Proxy.getInvocationHandler(value) instanceof ObservedHandle observed
                ? observed
                : null;
    }
}
