// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.arch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.verbena.build.CentralBundle;

/** Checks that the release script rejects each bundle that breaks a rule of Maven Central. */
class CentralBundleIT {
    private static final String DEVELOPERS =
            "<developers><developer><name>A</name><organization>B</organization></developer></developers>";
    private static final String HEAD = "<project xmlns='http://maven.apache.org/POM/4.0.0'>"
            + "<groupId>org.verbena</groupId><version>0.1.0</version>"
            + "<name>N</name><description>D</description><url>https://verbena.org</url>"
            + "<licenses><license><name>Apache-2.0</name><url>https://www.apache.org</url></license></licenses>"
            + DEVELOPERS
            + "<scm><connection>c</connection><developerConnection>d</developerConnection><url>u</url></scm>";
    private static final String DEPENDENCY = "<dependencies><dependency><groupId>org.verbena</groupId>"
            + "<artifactId>verbena-api</artifactId><version>${project.version}</version></dependency></dependencies>";
    private static final String API_POM = HEAD + "<artifactId>verbena-api</artifactId></project>";
    private static final String BOM_POM = HEAD + "<artifactId>verbena-bom</artifactId><packaging>pom</packaging>"
            + "<dependencyManagement>" + DEPENDENCY + "</dependencyManagement></project>";

    @TempDir
    private Path top;

    private Path api;
    private Path bom;

    @BeforeEach
    void makeAValidBundle() throws Exception {
        api = Files.createDirectories(top.resolve("org/verbena/verbena-api/0.1.0"))
                .resolve("verbena-api-0.1.0");
        bom = Files.createDirectories(top.resolve("org/verbena/verbena-bom/0.1.0"))
                .resolve("verbena-bom-0.1.0");
        write(file(bom, ".pom"), BOM_POM);
        write(file(api, ".pom"), API_POM);
        write(file(api, "-cyclonedx.json"), "{}");
        writeJar("", "A.class", "META-INF/LICENSE", "META-INF/NOTICE");
        writeJar("-sources", "A.java", "META-INF/LICENSE", "META-INF/NOTICE");
        writeJar("-javadoc", "index.html", "META-INF/LICENSE", "META-INF/NOTICE");
    }

    @Test
    void aBundleThatFollowsTheRulesIsValid() throws Exception {
        assertThat(problems()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({".jar", "-sources.jar", "-javadoc.jar", "-cyclonedx.json"})
    void everyFileOfAnArtifactIsRequired(String suffix) throws Exception {
        delete(file(api, suffix));

        assertThat(problems())
                .containsExactly("org/verbena/verbena-api/0.1.0/verbena-api-0.1.0" + suffix + ": is missing");
    }

    @ParameterizedTest
    @CsvSource({".pom.md5", ".jar.sha1", "-javadoc.jar.md5"})
    void checksumsAreRequired(String suffix) throws Exception {
        Files.delete(file(api, suffix));

        assertThat(problems()).singleElement().asString().endsWith("verbena-api-0.1.0" + suffix + ": is missing");
    }

    @ParameterizedTest
    @CsvSource({".pom.md5", ".jar.sha1", ".jar.sha512"})
    void checksumsMatch(String suffix) throws Exception {
        Files.writeString(file(api, suffix), "00");

        assertThat(problems()).singleElement().asString().contains(suffix + ": is 00, but the digest of the file is ");
    }

    @Test
    void signaturesAreRequired() throws Exception {
        Files.delete(file(api, "-sources.jar.asc"));

        assertThat(problems()).singleElement().asString().endsWith("-sources.jar: has no signature");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<name>N</name> |  | has no name",
                "<description>D</description> |  | has no description",
                "<url>https://verbena.org</url> |  | has no url",
                "<license><name>Apache-2.0</name> | <license> | has no licenses with name",
                "<organization>B</organization> |  | has no developers with organization",
                "<developerConnection>d</developerConnection> |  | has no scm with developerConnection",
                "</scm> | </scm><parent/> | has the element parent",
                "</scm> | </scm><repositories/> | has the element repositories",
            })
    void metadataIsRequired(String present, String replacement, String problem) throws Exception {
        write(file(api, ".pom"), API_POM.replace(present, replacement == null ? "" : replacement));

        assertThat(problems()).containsExactly("org/verbena/verbena-api/0.1.0/verbena-api-0.1.0.pom: " + problem);
    }

    @Test
    void developersAreRequired() throws Exception {
        write(file(api, ".pom"), API_POM.replace(DEVELOPERS, ""));

        assertThat(problems()).anySatisfy(problem -> assertThat(problem).endsWith(".pom: has no developers with name"));
    }

    @ParameterizedTest
    @CsvSource({
        "<version>1.0-SNAPSHOT</version>, 'depends on the snapshot org.example:other:1.0-SNAPSHOT'",
        "'', 'depends on org.example:other:, which has no version'",
        "<version>1.0</version><scope>test</scope>, 'depends on org.example:other:1.0 in scope test'"
    })
    void dependenciesAreReleased(String version, String problem) throws Exception {
        String dependency = "<dependencies><dependency><groupId>org.example</groupId><artifactId>other</artifactId>"
                + version + "</dependency></dependencies></project>";
        write(file(api, ".pom"), API_POM.replace("</project>", dependency));

        assertThat(problems()).singleElement().asString().endsWith(": " + problem);
    }

    @Test
    void aDependencyOfTheProjectIsPublishedWithIt() throws Exception {
        write(
                file(api, ".pom"),
                API_POM.replace(
                        "</project>",
                        DEPENDENCY.replace("-api", "-core").replace("${project.version}", "0.1.0") + "</project>"));

        assertThat(problems())
                .singleElement()
                .asString()
                .endsWith("depends on org.verbena:verbena-core:0.1.0, which is not published with it");
    }

    @Test
    void theBillOfMaterialsManagesEveryJar() throws Exception {
        write(file(bom, ".pom"), BOM_POM.replace("verbena-api", "verbena-core"));

        assertThat(problems())
                .singleElement()
                .asString()
                .contains("manages [org.verbena:verbena-core:0.1.0], but the published jars are");
    }

    @Test
    void snapshotsAreRejected() throws Exception {
        Path snapshot = Files.createDirectories(top.resolve("org/verbena/verbena-karaf/0.1.0-SNAPSHOT"));
        String pom = HEAD.replace("0.1.0", "0.1.0-SNAPSHOT") + "<artifactId>verbena-karaf</artifactId>"
                + "<packaging>pom</packaging></project>";
        write(snapshot.resolve("verbena-karaf-0.1.0-SNAPSHOT.pom"), pom);

        assertThat(problems()).singleElement().asString().endsWith("-SNAPSHOT.pom: is a snapshot");
    }

    @Test
    void otherFilesAreNotPublished() throws Exception {
        Files.copy(file(api, ".jar"), file(api, "-tests.jar"));
        writeCompanions(file(api, "-tests.jar"));

        assertThat(problems())
                .singleElement()
                .asString()
                .contains("-tests.jar: is not one of the files of an artifact");
    }

    @ParameterizedTest
    @CsvSource({"'', A.class", "-sources, A.java", "-javadoc, index.html"})
    void everyJarHasTheLicence(String classifier, String content) throws Exception {
        writeJar(classifier, content, "META-INF/NOTICE");

        assertThat(problems()).singleElement().asString().endsWith(".jar: has no entry META-INF/LICENSE");
    }

    @Test
    void aJarOfSourcesHasSources() throws Exception {
        writeJar("-sources", "A.class", "META-INF/LICENSE", "META-INF/NOTICE");

        assertThat(problems()).singleElement().asString().endsWith("-sources.jar: has no entry *.java");
    }

    @Test
    void gpgRejectsTheSignatureOfAnotherFile(@TempDir Path home) throws Exception {
        assumeThat(Files.isExecutable(Path.of("/usr/bin/gpg"))
                        || System.getProperty("verbena.environments").equals("required"))
                .as("gpg is installed")
                .isTrue();
        String[] key = {
            "--passphrase", "", "--quick-generate-key", "Test <test@verbena.invalid>", "ed25519", "sign", "1d"
        };
        Path pom = file(api, ".pom");
        try {
            gpg(home, key);
            gpg(
                    home,
                    "--armor",
                    "--detach-sign",
                    "--output",
                    top.resolve("signature").toString(),
                    pom.toString());
            CentralBundle.Signatures signatures = CentralBundle.Signatures.gpg("--homedir", home.toString());

            assertThat(signatures.verify(top.resolve("signature"), pom)).isTrue();
            assertThat(signatures.verify(top.resolve("signature"), file(bom, ".pom")))
                    .isFalse();
        } finally {
            run("gpgconf", "--homedir", home.toString(), "--kill", "gpg-agent");
        }
    }

    private static void gpg(Path home, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("gpg", "--homedir", home.toString(), "--batch", "--quiet"));
        command.addAll(List.of(arguments));
        run(command.toArray(String[]::new));
    }

    private static void run(String... command) throws Exception {
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }

    private List<String> problems() throws IOException {
        return CentralBundle.problems(
                top, (signature, file) -> Files.readString(signature).equals("signed"));
    }

    private static Path file(Path base, String suffix) {
        return base.resolveSibling(base.getFileName() + suffix);
    }

    private void writeJar(String classifier, String... entries) throws Exception {
        Path jar = file(api, classifier + ".jar");
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (String entry : entries) {
                zip.putNextEntry(new ZipEntry(entry));
                zip.closeEntry();
            }
        }
        writeCompanions(jar);
    }

    private static void write(Path file, String text) throws Exception {
        Files.writeString(file, text);
        writeCompanions(file);
    }

    private static void writeCompanions(Path file) throws Exception {
        Files.writeString(file(file, ".asc"), "signed");
        Map<String, String> digests = Map.of(".md5", "MD5", ".sha1", "SHA-1", ".sha512", "SHA-512");
        for (Map.Entry<String, String> digest : digests.entrySet()) {
            byte[] value = MessageDigest.getInstance(digest.getValue()).digest(Files.readAllBytes(file));
            Files.writeString(file(file, digest.getKey()), HexFormat.of().formatHex(value));
        }
    }

    private static void delete(Path file) throws IOException {
        for (String suffix : List.of("", ".asc", ".md5", ".sha1", ".sha512")) {
            Files.delete(file(file, suffix));
        }
    }
}
