// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.abi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Finds the classes of a package, in a directory or a jar. */
final class Classes {
    private Classes() {}

    static List<Class<?>> inPackageOf(Class<?> member) {
        String folder = member.getPackageName().replace('.', '/');
        try {
            Path location = Path.of(location(member));
            if (Files.isDirectory(location)) {
                return inFolder(location.resolve(folder), member.getPackageName());
            }
            try (FileSystem jar = FileSystems.newFileSystem(location)) {
                return inFolder(jar.getPath(folder), member.getPackageName());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static URI location(Class<?> type) {
        try {
            return type.getProtectionDomain().getCodeSource().getLocation().toURI();
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    private static List<Class<?>> inFolder(Path folder, String packageName) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".class") && !name.contains("-"))
                    .<Class<?>>map(name -> load(packageName + "." + name.substring(0, name.length() - 6)))
                    .toList();
        }
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }
}
