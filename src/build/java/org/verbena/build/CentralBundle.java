// SPDX-License-Identifier: Apache-2.0
package org.verbena.build;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * Checks a directory in the layout of a Maven repository against the rules of Maven Central, and against the rules of
 * this project for published files.
 *
 * <p>{@code java CentralBundle.java DIRECTORY} prints the artifacts with their files, and the violations. The exit
 * status is 1 if there is a violation. The program verifies the signatures with gpg and its current keyring.
 */
public final class CentralBundle {
    private static final Map<String, String> DIGESTS =
            Map.of(".md5", "MD5", ".sha1", "SHA-1", ".sha256", "SHA-256", ".sha512", "SHA-512");
    private static final Set<String> REQUIRED_DIGESTS = Set.of(".md5", ".sha1");
    private static final String SIGNATURE = ".asc";
    private static final List<String> JARS = List.of(".jar", "-sources.jar", "-javadoc.jar");
    private static final String SBOM = "-cyclonedx.json";

    /** The entries of every jar. */
    private static final List<String> LEGAL = List.of("META-INF/LICENSE", "META-INF/NOTICE");

    private final Path top;
    private final Signatures signatures;
    private final Map<Path, PublishedPom> poms = new TreeMap<>();
    private final List<String> problems = new ArrayList<>();

    /** Verifies the signature of a file. */
    @FunctionalInterface
    public interface Signatures {
        /**
         * Checks whether a signature is valid for a file.
         *
         * @param signature the detached signature
         * @param file the signed file
         * @return true if a known key made the signature for this file
         * @throws IOException if the check cannot run
         */
        boolean verify(Path signature, Path file) throws IOException;

        /**
         * Returns a check that runs gpg.
         *
         * @param options further options, for example the directory of the keyring
         * @return the check
         */
        static Signatures gpg(String... options) {
            return (signature, file) -> {
                List<String> command = new ArrayList<>(List.of("gpg", "--batch", "--quiet"));
                command.addAll(List.of(options));
                command.addAll(List.of("--verify", signature.toString(), file.toString()));
                Process gpg = new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
                try {
                    return gpg.waitFor() == 0;
                } catch (InterruptedException e) {
                    throw new IOException("interrupted while gpg ran", e);
                }
            };
        }
    }

    private CentralBundle(Path top, Signatures signatures) {
        this.top = top;
        this.signatures = signatures;
    }

    /**
     * Prints the artifacts of a directory and the violations.
     *
     * @param arguments the directory
     * @throws IOException if a file cannot be read
     */
    public static void main(String[] arguments) throws IOException {
        Path top = Path.of(arguments[0]);
        CentralBundle bundle = new CentralBundle(top, Signatures.gpg());
        bundle.check();
        bundle.poms.forEach((file, pom) -> {
            System.out.println(pom.coordinates());
            bundle.primaryFiles(file.getParent()).forEach(name -> System.out.println("    " + name));
        });
        bundle.problems.forEach(problem -> System.out.println("error: " + problem));
        if (!bundle.problems.isEmpty()) {
            System.out.printf("%d violations: not valid for Maven Central%n", bundle.problems.size());
            System.exit(1);
        }
        System.out.printf(
                "%d artifacts, each file with signature and checksums: valid for Maven Central%n", bundle.poms.size());
    }

    /**
     * Checks a directory.
     *
     * @param top the directory that contains the top directories of the groups
     * @param signatures the check of signatures
     * @return the violations, each with the file and the rule; empty if the directory is valid
     * @throws IOException if a file cannot be read
     */
    public static List<String> problems(Path top, Signatures signatures) throws IOException {
        CentralBundle bundle = new CentralBundle(top, signatures);
        bundle.check();
        return bundle.problems;
    }

    private void check() throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(top)) {
            files = walk.filter(Files::isRegularFile).sorted().toList();
        }
        for (Path file : files) {
            if (file.toString().endsWith(".pom")) {
                poms.put(file, PublishedPom.read(file));
            }
        }
        if (poms.isEmpty()) {
            problems.add(top + ": no artifact");
        }
        Set<String> published = new TreeSet<>();
        poms.values().forEach(pom -> published.add(pom.coordinates()));
        for (Map.Entry<Path, PublishedPom> entry : poms.entrySet()) {
            PublishedPom pom = entry.getValue();
            pom.problems(published).forEach(problem -> report(entry.getKey(), problem));
            checkFiles(entry.getKey(), pom);
        }
        checkBillOfMaterials();
        for (Path file : files) {
            if (!Files.exists(file.resolveSibling(baseName(file) + ".pom"))) {
                report(file, "no POM in its directory");
            }
        }
    }

    /** Returns the start of the names of the files in the directory of an artifact. */
    private static String baseName(Path file) {
        Path version = file.getParent();
        return version.getParent().getFileName() + "-" + version.getFileName();
    }

    private void checkFiles(Path pomFile, PublishedPom pom) throws IOException {
        Path directory = pomFile.getParent();
        String path = pom.groupId().replace('.', '/') + "/" + pom.artifactId() + "/" + pom.version();
        if (!top.relativize(directory).toString().equals(path)) {
            report(pomFile, "the directory of " + pom.coordinates() + " is " + path);
        }
        Set<String> allowed = new TreeSet<>(Set.of(".pom", SBOM));
        if (pom.packaging().equals("pom")) {
            allowed.add("-features.xml");
        } else {
            allowed.addAll(JARS);
            for (String suffix : JARS) {
                requireFile(directory.resolve(baseName(pomFile) + suffix));
            }
            requireFile(directory.resolve(baseName(pomFile) + SBOM));
        }
        for (String name : primaryFiles(directory)) {
            String suffix = name.startsWith(baseName(pomFile))
                    ? name.substring(baseName(pomFile).length())
                    : name;
            if (!allowed.contains(suffix)) {
                report(directory.resolve(name), "is not one of the files of an artifact: " + allowed);
            }
            checkCompanions(directory.resolve(name));
            if (name.endsWith(".jar")) {
                checkJar(directory.resolve(name));
            }
        }
    }

    private void requireFile(Path file) {
        if (!Files.exists(file)) {
            report(file, "is missing");
        }
    }

    /** Returns the names of the files in a directory, without signatures and checksums. */
    private List<String> primaryFiles(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.endsWith(SIGNATURE)
                            && DIGESTS.keySet().stream().noneMatch(name::endsWith))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void checkCompanions(Path file) throws IOException {
        Path signature = file.resolveSibling(file.getFileName() + SIGNATURE);
        if (!Files.exists(signature)) {
            report(file, "has no signature");
        } else if (!signatures.verify(signature, file)) {
            report(signature, "is not a valid signature of " + file.getFileName());
        }
        for (Map.Entry<String, String> digest : DIGESTS.entrySet()) {
            Path checksum = file.resolveSibling(file.getFileName() + digest.getKey());
            if (Files.exists(checksum)) {
                String stated = Files.readString(checksum).strip();
                String actual = digest(digest.getValue(), file);
                if (!stated.equals(actual)) {
                    report(checksum, "is " + stated + ", but the digest of the file is " + actual);
                }
            } else if (REQUIRED_DIGESTS.contains(digest.getKey())) {
                report(checksum, "is missing");
            }
        }
    }

    private static String digest(String algorithm, Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private void checkJar(Path file) throws IOException {
        try (JarFile jar = new JarFile(file.toFile())) {
            for (String entry : LEGAL) {
                if (jar.getEntry(entry) == null) {
                    report(file, "has no entry " + entry);
                }
            }
            String content = ".class";
            if (file.toString().endsWith("-sources.jar")) {
                content = ".java";
            } else if (file.toString().endsWith("-javadoc.jar")) {
                content = ".html";
            }
            String suffix = content;
            if (jar.stream().noneMatch(entry -> entry.getName().endsWith(suffix))) {
                report(file, "has no entry *" + suffix);
            }
        }
    }

    /** Checks that the bill of materials to import manages all published jars, and nothing else. */
    private void checkBillOfMaterials() {
        Map<String, Path> managers = new HashMap<>();
        poms.forEach((file, pom) -> {
            if (!pom.managed().isEmpty()) {
                managers.put(pom.artifactId(), file);
            }
        });
        Set<String> jars = new TreeSet<>();
        poms.values().stream()
                .filter(pom -> !pom.packaging().equals("pom"))
                .forEach(pom -> jars.add(pom.coordinates()));
        managers.forEach((artifact, file) -> {
            PublishedPom pom = poms.get(file);
            if (!artifact.endsWith("-bom")) {
                report(file, "dependencyManagement in a POM that is not to import");
            } else if (!pom.managed().equals(jars)) {
                report(file, "manages " + pom.managed() + ", but the published jars are " + jars);
            }
        });
        if (managers.keySet().stream().noneMatch(artifact -> artifact.endsWith("-bom"))) {
            problems.add(top + ": no bill of materials to import");
        }
    }

    private void report(Path file, String problem) {
        problems.add(top.relativize(file) + ": " + problem);
    }
}
