// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the packages of JUnit and AssertJ on the class path, which the framework exports to bundles. Thus the JUnit
 * that runs the tests recognizes tests that a bundle creates.
 */
final class LentPackages {
    private static final Set<String> LENT =
            Set.of("junit-jupiter-api", "junit-platform-commons", "org.opentest4j", "assertj-core");

    /** Matches a package and its version in an Export-Package header. Skips directives and their quoted lists. */
    private static final Pattern EXPORT = Pattern.compile("([\\w.]+)((?:;[\\w-]+:?=(?:\"[^\"]*\"|[^;,\"]*))*)(?:,|$)");

    private static final Pattern VERSION = Pattern.compile(";version=\"?([\\d.]+)");

    private LentPackages() {}

    /** Returns the value of {@code org.osgi.framework.system.packages.extra}. */
    static String header() {
        try {
            List<String> lent = new ArrayList<>();
            Enumeration<URL> manifests = LentPackages.class.getClassLoader().getResources("META-INF/MANIFEST.MF");
            while (manifests.hasMoreElements()) {
                Attributes attributes = attributes(manifests.nextElement());
                String name = attributes.getValue("Bundle-SymbolicName");
                if (name != null && LENT.contains(name.split(";", 2)[0])) {
                    addExports(attributes.getValue("Export-Package"), lent);
                }
            }
            return String.join(",", lent);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Attributes attributes(URL manifest) throws IOException {
        try (var in = manifest.openStream()) {
            return new Manifest(in).getMainAttributes();
        }
    }

    private static void addExports(String header, List<String> lent) {
        Matcher export = EXPORT.matcher(header);
        while (export.find()) {
            Matcher version = VERSION.matcher(export.group(2));
            lent.add(export.group(1) + (version.find() ? ";version=\"" + version.group(1) + "\"" : ""));
        }
    }
}
