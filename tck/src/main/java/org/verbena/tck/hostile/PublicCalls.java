// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.hostile;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.verbena.AsyncEventListener;
import org.verbena.VerbsObject;
import org.verbena.cm.CmListener;

/**
 * The public methods and constructors of the API that take objects. Reflection finds them, so that the list is
 * complete.
 */
public final class PublicCalls {
    private static final String SUFFIX = ".class";

    /** The types whose methods the argument generator does not call, each with the reason. */
    private static final Map<Class<?>, String> EXEMPT =
            Map.of(AsyncEventListener.class, "the library calls these methods; hostile listeners implement them");

    private PublicCalls() {}

    /**
     * Returns all public methods and constructors with at least one parameter that is not primitive.
     *
     * @return the calls in a fixed order
     */
    public static List<Executable> all() {
        return classes()
                .flatMap(type -> Stream.<Executable>concat(
                        Arrays.stream(type.getDeclaredMethods()), Arrays.stream(type.getDeclaredConstructors())))
                .filter(call -> Modifier.isPublic(call.getModifiers()) && !call.isSynthetic())
                .filter(call -> Arrays.stream(call.getParameterTypes()).anyMatch(type -> !type.isPrimitive()))
                .sorted(Comparator.comparing(Executable::toGenericString))
                .toList();
    }

    /**
     * Returns the reason why the run does not make a call.
     *
     * @param call the call
     * @return the reason, if the call is exempt
     */
    public static Optional<String> exemption(Executable call) {
        if (call.getDeclaringClass() == CmListener.class && call.getName().equals("serve")) {
            return Optional.of("the call serves peers until the listener is closed");
        }
        return Optional.ofNullable(EXEMPT.get(call.getDeclaringClass()));
    }

    static boolean isStatic(Executable call) {
        return call instanceof Constructor || Modifier.isStatic(call.getModifiers());
    }

    private static Stream<Class<?>> classes() {
        try {
            URI source = VerbsObject.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI();
            Path location = Path.of(source);
            if (Files.isDirectory(location)) {
                return classes(location).stream();
            }
            try (FileSystem jar = FileSystems.newFileSystem(location)) {
                return classes(jar.getPath("/")).stream();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Class<?>> classes(Path root) throws IOException {
        Set<String> exported = exportedPackages(root);
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(file -> root.relativize(file).toString())
                    .filter(name -> name.endsWith(SUFFIX) && !name.endsWith("-info.class"))
                    .map(name ->
                            name.substring(0, name.length() - SUFFIX.length()).replaceAll("[/\\\\]", "."))
                    .filter(name -> exported.contains(name.substring(0, name.lastIndexOf('.'))))
                    .<Class<?>>map(PublicCalls::load)
                    .filter(PublicCalls::isPublic)
                    .toList();
        }
    }

    private static Set<String> exportedPackages(Path root) throws IOException {
        try (InputStream in = Files.newInputStream(root.resolve("module-info.class"))) {
            return ModuleDescriptor.read(in).exports().stream()
                    .map(ModuleDescriptor.Exports::source)
                    .collect(Collectors.toSet());
        }
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, VerbsObject.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isPublic(Class<?> type) {
        return Modifier.isPublic(type.getModifiers())
                && (type.getEnclosingClass() == null || isPublic(type.getEnclosingClass()));
    }

    /** Returns a short text, for example {@code QueuePair.postSend(SendBatch)}. */
    static String describe(Executable call) {
        String owner = call.getDeclaringClass().getSimpleName();
        String parameters = String.join(
                ", ",
                Arrays.stream(call.getParameterTypes())
                        .map(Class::getSimpleName)
                        .toList());
        return "%s%s(%s)".formatted(call instanceof Method ? owner + "." : "new ", name(call), parameters);
    }

    private static String name(Executable call) {
        return call instanceof Constructor ? call.getDeclaringClass().getSimpleName() : call.getName();
    }
}
