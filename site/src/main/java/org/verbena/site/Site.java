// SPDX-License-Identifier: Apache-2.0
package org.verbena.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.verbena.ProviderLookup;
import org.verbena.cli.Main;
import picocli.CommandLine;

/**
 * Generates the site into a directory. Its pages come from the Markdown files of the repository, from the model of the
 * command line, and from the driver models. Javadoc that already exists in the subdirectory {@code javadoc} gets a
 * link.
 */
public final class Site {
    private static final String COMMAND_LINE = "docs/command-line.md";
    private static final String DECISIONS = "docs/adr";

    private final Path root;
    private final Path site;
    private final String repository;

    Site(Path root, Path site, String repository) {
        this.root = root;
        this.site = site;
        this.repository = repository;
    }

    /**
     * Generates the site. The exit status is 1 if a link is dead.
     *
     * @param args the directory of the repository, the directory of the site, and the address of the repository on the
     *     web
     * @throws IOException if a file cannot be read or written
     */
    public static void main(String[] args) throws IOException {
        Site site = new Site(
                Path.of(args[0]).toAbsolutePath().normalize(),
                Path.of(args[1]).toAbsolutePath().normalize(),
                args[2]);
        List<String> dead = site.generate();
        dead.forEach(line -> System.err.println("site: " + line));
        System.exit(dead.isEmpty() ? 0 : 1);
    }

    /** Generates the site, and returns a line for each dead link. */
    List<String> generate() throws IOException {
        Files.createDirectories(site);
        List<Page> pages = documents();
        pages.addAll(new DriverPages(Site::verbena, site).pages());
        pages.addAll(new CommandPages(verbena(), anchors(pages, Links.page(COMMAND_LINE))).pages());
        write(pages);
        return new LinkCheck(site).deadLinks(pages.stream().map(Page::path).toList());
    }

    private static CommandLine verbena() {
        return Main.commandLine(ProviderLookup.create());
    }

    /** Converts the Markdown files, and copies their images. */
    private List<Page> documents() throws IOException {
        Markdown markdown = Markdown.read(root);
        Links links = new Links(root, repository, markdown.sources(), Set.of(DECISIONS));
        List<Page> pages = new ArrayList<>();
        List<Page> decisions = new ArrayList<>();
        for (String source : markdown.sources()) {
            String html = markdown.html(source, destination -> links.rewrite(source, destination));
            List<Html.Part> parts = Html.parts(html);
            String title = parts.isEmpty() ? source : parts.get(0).heading();
            Page page = new Page(Links.page(source), title, section(source), html);
            (page.section() == Page.Section.DECISIONS ? decisions : pages).add(page);
        }
        decisions.sort(Comparator.comparing(Page::path));
        pages.add(list(decisions));
        pages.addAll(decisions);
        for (String image : links.images()) {
            Path copy = site.resolve(image);
            Files.createDirectories(copy.resolveSibling(""));
            Files.write(copy, Files.readAllBytes(root.resolve(image)));
        }
        return pages;
    }

    private static Page.Section section(String source) {
        if (source.equals("README.md")) {
            return Page.Section.START;
        }
        if (source.startsWith(DECISIONS)) {
            return Page.Section.DECISIONS;
        }
        if (source.startsWith("docs/guide/")) {
            return Page.Section.GUIDES;
        }
        if (source.startsWith("docs/migrating")) {
            return Page.Section.MIGRATING;
        }
        return source.startsWith("docs/") ? Page.Section.REFERENCE : Page.Section.CONTRIBUTING;
    }

    private static Page list(List<Page> decisions) {
        String list = decisions.stream()
                .map(page -> "<li><a href=\"" + page.path().substring(DECISIONS.length() + 1) + "\">"
                        + Html.escape(page.title()) + "</a></li>\n")
                .collect(Collectors.joining());
        String body = "<h1>Decisions</h1>\n<p>Each page records a decision that affects more than one module.</p>\n"
                + "<ul>\n" + list + "</ul>\n";
        return new Page(DECISIONS + "/index.html", "All decisions", Page.Section.DECISIONS, body);
    }

    private static Set<String> anchors(List<Page> pages, String path) {
        return pages.stream()
                .filter(page -> page.path().equals(path))
                .flatMap(page -> Html.parts(page.body()).stream())
                .map(Html.Part::id)
                .collect(Collectors.toSet());
    }

    private void write(List<Page> pages) throws IOException {
        Layout layout = new Layout(pages, Files.exists(site.resolve("javadoc/index.html")));
        SearchIndex index = new SearchIndex();
        for (Page page : pages) {
            index.add(page);
            Path file = site.resolve(page.path());
            Files.createDirectories(file.resolveSibling(""));
            Files.writeString(file, layout.html(page));
        }
        Files.writeString(site.resolve("search-index.js"), index.script());
        for (String file : List.of("site.css", "search.js")) {
            Files.writeString(site.resolve(file), Layout.resource(file));
        }
    }
}
