// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.engine;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import org.verbena.CompletionQueue;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;

/** A device with minimal capabilities: it has completion queues of one entry, and rejects XRC domains. */
final class FakeDevice {
    private FakeDevice() {}

    static Device refusingXrcWith(Errno errno) {
        return fake(Device.class, (device, method, arguments) -> switch (method.getName()) {
            case "open" -> context(errno);
            case "name" -> "fake0";
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private static DeviceContext context(Errno errno) {
        return fake(DeviceContext.class, (context, method, arguments) -> switch (method.getName()) {
            case "close" -> null;
            case "openXrcd" -> throw new VerbsException("ibv_open_xrcd", errno, "device fake0", Diagnosis.UNKNOWN);
            case "createCq" -> fake(CompletionQueue.class, (cq, getter, none) -> 1);
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private static <T> T fake(Class<T> type, InvocationHandler handler) {
        InvocationHandler all = (proxy, method, arguments) -> switch (method.getName()) {
            case "hashCode" -> System.identityHashCode(proxy);
            case "equals" -> proxy == arguments[0];
            case "toString" -> "fake " + type.getSimpleName();
            default -> handler.invoke(proxy, method, arguments);
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, all));
    }
}
