// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.jcstress;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.verbena.Device;
import org.verbena.VerbsObject;
import org.verbena.core.DriverAccess;
import org.verbena.core.ProviderDevices;
import org.verbena.spi.DriverDevice;
import org.verbena.spi.DriverObject;

/**
 * Accepts every request almost without delay, and counts the destroys of each object. A call for a destroyed object
 * fails. Other software drivers would not detect such a call, and a native one would crash.
 */
final class CountingDriver implements InvocationHandler {
    /** The only device of this driver. */
    static final Device DEVICE = ProviderDevices.of("counting").handle(granted(DriverDevice.class));

    private static final long WAIT_NANOS = 1000;

    private final AtomicInteger destroys = new AtomicInteger();

    private CountingDriver() {}

    /** Returns the number of destroys of the object behind a handle. */
    static int destroys(VerbsObject object) {
        return ((CountingDriver) Proxy.getInvocationHandler(DriverAccess.driver(object))).destroys.get();
    }

    private static <T> T granted(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, new CountingDriver()));
    }

    @Override
    public Object invoke(Object self, Method method, Object[] arguments) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return method.getName().equals("equals") ? self == arguments[0] : method.invoke(this, arguments);
        }
        if (method.getName().equals("destroy")) {
            destroys.incrementAndGet();
            return null;
        }
        if (!method.getName().equals("allocate")) {
            requireThere(method);
        }
        if (method.getName().startsWith("await")) {
            LockSupport.parkNanos(WAIT_NANOS);
            requireThere(method);
        }
        return answer(method.getReturnType());
    }

    private void requireThere(Method method) {
        if (destroys.get() != 0) {
            throw new IllegalStateException(method + " during or after destroy");
        }
    }

    private static Object answer(Class<?> type) {
        if (DriverObject.class.isAssignableFrom(type)) {
            return granted(type);
        }
        if (type == Optional.class) {
            return Optional.empty();
        }
        if (type == String.class) {
            return "counting0";
        }
        return type == long.class ? 0L : null;
    }
}
