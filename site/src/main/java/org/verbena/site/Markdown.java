// SPDX-License-Identifier: Apache-2.0
package org.verbena.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/** The Markdown files of the repository that become pages, and their conversion. */
final class Markdown {
    private static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());
    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();
    private static final HtmlRenderer RENDERER = HtmlRenderer.builder()
            .extensions(EXTENSIONS)
            .attributeProviderFactory(context -> new HeadingIds())
            .build();

    private final Map<String, Node> documents = new LinkedHashMap<>();

    /**
     * Reads {@code README.md}, the files below {@code docs}, and all Markdown files that one of them links to. The
     * order is that of the links, so that the README determines the order of the navigation.
     *
     * @param root the directory of the repository
     */
    static Markdown read(Path root) throws IOException {
        Markdown markdown = new Markdown();
        markdown.readLinked(root, "README.md");
        List<String> others;
        try (Stream<Path> files = Files.walk(root.resolve("docs"))) {
            others = files.map(file -> root.relativize(file).toString().replace('\\', '/'))
                    .filter(file -> file.endsWith(".md"))
                    .sorted()
                    .toList();
        }
        for (String file : others) {
            markdown.readLinked(root, file);
        }
        return markdown;
    }

    private void readLinked(Path root, String first) throws IOException {
        Deque<String> unread = new ArrayDeque<>(List.of(first));
        while (!unread.isEmpty()) {
            String source = unread.remove();
            if (documents.containsKey(source)) {
                continue;
            }
            Node document = PARSER.parse(Files.readString(root.resolve(source)));
            documents.put(source, document);
            destinations(document).stream()
                    .map(destination -> Links.target(source, destination))
                    .filter(target -> target.endsWith(".md") && Files.isRegularFile(root.resolve(target)))
                    .forEach(unread::add);
        }
    }

    /** Returns the paths of the files below the root, in the order of the navigation. */
    Collection<String> sources() {
        return documents.keySet();
    }

    /**
     * Converts a file. Each wide element, a table or a block of code, gets a box that scrolls.
     *
     * @param source the path of the file
     * @param links the function from the destination of each link and image to the one on the site
     */
    String html(String source, UnaryOperator<String> links) {
        Node document = documents.get(source);
        if (document == null) {
            throw new IllegalArgumentException(source + " was not read");
        }
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                link.setDestination(links.apply(link.getDestination()));
                visitChildren(link);
            }

            @Override
            public void visit(Image image) {
                image.setDestination(links.apply(image.getDestination()));
                visitChildren(image);
            }
        });
        return RENDERER.render(document)
                .replace("<table>", "<div class=\"scroll\" tabindex=\"0\"><table>")
                .replace("</table>", "</table></div>")
                .replace("<pre>", "<pre tabindex=\"0\">");
    }

    private static List<String> destinations(Node document) {
        List<String> destinations = new ArrayList<>();
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                destinations.add(link.getDestination());
                visitChildren(link);
            }
        });
        return destinations;
    }
}
