// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.arch;

import aQute.bnd.header.Parameters;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A finished jar of the project, with the descriptions that JPMS and OSGi read. */
record BuiltModule(Path jar, ModuleDescriptor descriptor, Manifest manifest) {

    private static final Set<String> NAMES = Set.of(
            "org.verbena.api",
            "org.verbena.rocev2",
            "org.verbena.spi",
            "org.verbena.core",
            "org.verbena.libibverbs",
            "org.verbena.provider.ffm",
            "org.verbena.provider.jna",
            "org.verbena.provider.sim",
            "org.verbena.channels",
            "org.verbena.testing",
            "org.verbena.micrometer",
            "org.verbena.fidelity",
            "org.verbena.cli",
            "org.verbena.osgi",
            "org.verbena.gogo",
            "org.verbena.tck");

    /** The classes of each jar that a rule has used. Reading them takes longer than most rules. */
    private static final Map<Path, JavaClasses> CLASSES = new ConcurrentHashMap<>();

    /** Returns every module of the project. Fails if the set of modules is not the expected one. */
    static Stream<BuiltModule> all() {
        Path directory = Path.of(System.getProperty("modules.dir"));
        List<BuiltModule> modules = ModuleFinder.of(directory).findAll().stream()
                .map(BuiltModule::read)
                .toList();
        Set<String> names = modules.stream().map(BuiltModule::name).collect(Collectors.toSet());
        if (!names.equals(NAMES)) {
            throw new AssertionError("modules in " + directory + ": " + names + ", expected: " + NAMES);
        }
        return modules.stream();
    }

    static Stream<BuiltModule> providers() {
        return all().filter(module -> module.name().startsWith("org.verbena.provider."));
    }

    static BuiltModule named(String name) {
        return all().filter(module -> module.name().equals(name)).findFirst().orElseThrow();
    }

    private static BuiltModule read(ModuleReference reference) {
        Path jar = Path.of(reference.location().orElseThrow());
        try (JarFile file = new JarFile(jar.toFile())) {
            return new BuiltModule(jar, reference.descriptor(), file.getManifest());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String name() {
        return descriptor.name();
    }

    /** Returns the classes in the jar. ArchUnit fails a rule that finds no classes. */
    JavaClasses classes() {
        return CLASSES.computeIfAbsent(jar, BuiltModule::importJar);
    }

    private static JavaClasses importJar(Path jar) {
        try (JarFile file = new JarFile(jar.toFile())) {
            return new ClassFileImporter().importJar(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Set<String> exports() {
        return descriptor.exports().stream()
                .map(ModuleDescriptor.Exports::source)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the implementations of a service that {@code module-info} declares. */
    List<String> provides(String service) {
        return descriptor.provides().stream()
                .filter(provides -> provides.service().equals(service))
                .flatMap(provides -> provides.providers().stream())
                .toList();
    }

    /** Returns an optional manifest header. */
    Optional<String> header(String name) {
        return Optional.ofNullable(manifest.getMainAttributes().getValue(name));
    }

    /** Returns the paths in the clauses of a header, without their attributes. */
    List<String> paths(String header) {
        return List.copyOf(new Parameters(header(header).orElse("")).keySet());
    }

    /** Returns the versions in the clauses of a header by path. The version is empty if a clause has none. */
    Map<String, String> versions(String header) {
        return new Parameters(header(header).orElse(""))
                .entrySet().stream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey, clause -> clause.getValue().get("version", "")));
    }

    /** Returns the text of an entry of the jar, or an empty string if the entry is missing. */
    String text(String entry) {
        try (JarFile file = new JarFile(jar.toFile())) {
            if (file.getEntry(entry) == null) {
                return "";
            }
            try (InputStream in = file.getInputStream(file.getEntry(entry))) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return name();
    }
}
