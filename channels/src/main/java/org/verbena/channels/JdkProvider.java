// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels;

import java.lang.reflect.InvocationTargetException;
import java.nio.channels.spi.SelectorProvider;
import java.util.Optional;

/**
 * Finds the JDK's own provider. {@link SelectorProvider#provider()} is that provider, unless the JVM was started with a
 * provider of this library. In that case only a class that {@code java.base} does not export has it.
 */
final class JdkProvider {
    /** The option of the JVM that makes the JDK's provider reachable. */
    static final String FLAG = "--add-exports=java.base/sun.nio.ch=" + moduleName();

    private static final String PACKAGE = "sun.nio.ch.";
    private static final String CLASS = PACKAGE + "DefaultSelectorProvider";

    private JdkProvider() {}

    private static String moduleName() {
        Module module = JdkProvider.class.getModule();
        return module.isNamed() ? module.getName() : "ALL-UNNAMED";
    }

    /** {@return the JDK's provider; empty if another provider is the default, and the JVM lacks {@link #FLAG}} */
    static Optional<SelectorProvider> find() {
        SelectorProvider standard = SelectorProvider.provider();
        // Any other provider may be one that delegates to this library.
        if (standard != null && standard.getClass().getName().startsWith(PACKAGE)) {
            return Optional.of(standard);
        }
        try {
            return Optional.of(
                    (SelectorProvider) Class.forName(CLASS).getMethod("get").invoke(null));
        } catch (ReflectiveOperationException | RuntimeException e) {
            if (e instanceof InvocationTargetException failed && failed.getCause() instanceof Error error) {
                throw error;
            }
            return Optional.empty();
        }
    }
}
