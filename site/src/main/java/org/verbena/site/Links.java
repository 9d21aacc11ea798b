// SPDX-License-Identifier: Apache-2.0
package org.verbena.site;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The links between files of the repository, on the site. A link to a Markdown file leads to its page, a link to an
 * image to a copy of the image, and a link to another file or directory to the repository on the web. A link to a
 * missing file stays, and {@link LinkCheck} reports it.
 */
final class Links {
    private static final Pattern ABSOLUTE = Pattern.compile("[a-z][a-z0-9+.-]*:.*|//.*", Pattern.CASE_INSENSITIVE);
    private static final Pattern IMAGE = Pattern.compile(".*\\.(svg|png)");

    private final Path root;
    private final String repository;
    private final Set<String> sources;
    private final Set<String> directories = new HashSet<>();
    private final Set<String> images = new TreeSet<>();

    /**
     * Creates the links.
     *
     * @param root the directory of the repository
     * @param repository the address of the repository on the web
     * @param sources the Markdown files that are pages
     * @param directories the directories for which the site has a list of pages
     */
    Links(Path root, String repository, Collection<String> sources, Collection<String> directories) {
        this.root = root;
        this.repository = repository;
        this.sources = Set.copyOf(sources);
        this.directories.addAll(directories);
    }

    /** Returns the path of the page of a Markdown file: {@code index.html} for a README, else the same name. */
    static String page(String source) {
        return source.replaceFirst("(^|/)README\\.md$", "$1index.md").replaceFirst("\\.md$", ".html");
    }

    /**
     * Returns the file that a link leads to, as a path below the root of the repository.
     *
     * @param source the file that contains the link
     * @param destination the destination of the link; a fragment is ignored
     * @return the path, empty if the destination is no file
     */
    static String target(String source, String destination) {
        String file = destination.replaceFirst("#.*", "");
        if (file.isEmpty() || ABSOLUTE.matcher(destination).matches()) {
            return "";
        }
        return slashes(Path.of(source).resolveSibling(file).normalize());
    }

    /**
     * Returns the destination of a link on the site.
     *
     * @param source the file that contains the link
     * @param destination the destination in the file
     */
    String rewrite(String source, String destination) {
        String target = target(source, destination);
        int hash = destination.indexOf('#');
        String fragment = hash < 0 ? "" : destination.substring(hash);
        if (target.isEmpty()) {
            return destination;
        }
        if (sources.contains(target)) {
            return relative(source, page(target)) + fragment;
        }
        if (directories.contains(target)) {
            return relative(source, target + "/index.html");
        }
        Path file = root.resolve(target);
        if (!file.normalize().startsWith(root) || !Files.exists(file)) {
            return destination;
        }
        if (IMAGE.matcher(target).matches()) {
            images.add(target);
            return destination;
        }
        return repository + (Files.isDirectory(file) ? "/tree/main/" : "/blob/main/") + target;
    }

    /** Returns the images of all rewritten links. */
    Set<String> images() {
        return images;
    }

    private static String relative(String source, String page) {
        return slashes(Path.of(page(source)).resolveSibling("").relativize(Path.of(page)));
    }

    private static String slashes(Path path) {
        return path.toString().replace('\\', '/');
    }
}
