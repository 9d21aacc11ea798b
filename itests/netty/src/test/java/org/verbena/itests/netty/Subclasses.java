// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.netty;

import static net.bytebuddy.matcher.ElementMatchers.named;

import io.netty.testsuite.transport.socket.AbstractClientSocketTest;
import io.netty.testsuite.transport.socket.AbstractServerSocketTest;
import java.lang.reflect.Modifier;
import java.util.concurrent.Callable;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.implementation.InvocationHandlerAdapter;

/**
 * Creates subclasses of Netty's test classes, like those in the sources of Netty's native transports. A subclass
 * overrides the methods that return the factories and the address.
 */
final class Subclasses {
    private final RdmaTransport transport;

    Subclasses(RdmaTransport transport) {
        this.transport = transport;
    }

    /** Returns a subclass with the same simple name. */
    Class<?> of(Class<?> test) {
        return new ByteBuddy()
                .subclass(test)
                .name("org.verbena.itests.netty.made." + test.getSimpleName())
                .modifiers(Modifier.PUBLIC)
                .method(named("newFactories"))
                .intercept(result(() -> factories(test)))
                .method(named("newSocketAddress"))
                .intercept(result(transport::newSocketAddress))
                .method(named("provider"))
                .intercept(result(transport::provider))
                .make()
                .load(test.getClassLoader(), ClassLoadingStrategy.Default.WRAPPER)
                .getLoaded();
    }

    private Object factories(Class<?> test) {
        if (AbstractServerSocketTest.class.isAssignableFrom(test)) {
            return transport.serverSocket();
        }
        return AbstractClientSocketTest.class.isAssignableFrom(test) ? transport.clientSocket() : transport.socket();
    }

    private static Implementation result(Callable<?> supplier) {
        return InvocationHandlerAdapter.of((test, method, arguments) -> supplier.call());
    }
}
