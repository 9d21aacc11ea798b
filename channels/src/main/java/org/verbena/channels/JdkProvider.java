package org.verbena.channels;

import java.lang.reflect.InvocationTargetException;
import java.nio.channels.spi.SelectorProvider;
import java.util.Optional;

/**
 * Finds the JDK's own provider. {@link SelectorProvider#provider()} is that provider, unless the JVM was started with a
 * provider of this library. In that case only a class that {@code java.base} does not export has it.
 */
final class JdkProvider {
    static final String FLAG = "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED";

    private static final String CLASS = "sun.nio.ch.DefaultSelectorProvider";

    private JdkProvider() {}

    /**
     * Returns the JDK's provider.
     *
     * @return the provider; empty if a provider of this library is the default, and the JVM lacks {@link #FLAG}
     */
    static Optional<SelectorProvider> find() {
        SelectorProvider standard = SelectorProvider.provider();
        if (standard != null && !(standard instanceof RdmaSelectorProvider)) {
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
