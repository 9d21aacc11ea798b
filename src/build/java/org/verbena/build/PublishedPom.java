// SPDX-License-Identifier: Apache-2.0
package org.verbena.build;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/** The POM of a published artifact. */
record PublishedPom(Element project) {

    static PublishedPom read(Path file) throws IOException {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            return new PublishedPom(
                    factory.newDocumentBuilder().parse(file.toFile()).getDocumentElement());
        } catch (ParserConfigurationException | SAXException e) {
            throw new IOException(file + " is not a POM", e);
        }
    }

    String groupId() {
        return text(project, "groupId");
    }

    String artifactId() {
        return text(project, "artifactId");
    }

    String version() {
        return text(project, "version");
    }

    String packaging() {
        String packaging = text(project, "packaging");
        return packaging.isEmpty() ? "jar" : packaging;
    }

    String coordinates() {
        return coordinates(project);
    }

    /** Returns the coordinates of the managed dependencies. */
    Set<String> managed() {
        Set<String> managed = new TreeSet<>();
        for (Element management : children(project, "dependencyManagement")) {
            dependencies(management).forEach(dependency -> managed.add(coordinates(dependency)));
        }
        return managed;
    }

    /**
     * Returns the violations of the rules for POMs.
     *
     * @param published the coordinates of the artifacts that are published together
     */
    List<String> problems(Set<String> published) {
        List<String> problems = new ArrayList<>();
        for (String required : List.of("name", "description", "url")) {
            if (text(project, required).isEmpty()) {
                problems.add("has no " + required);
            }
        }
        requireEach("licenses", "license", List.of("name", "url"), problems);
        requireEach("developers", "developer", List.of("name", "organization"), problems);
        List<Element> scm = children(project, "scm");
        for (String required : List.of("connection", "developerConnection", "url")) {
            if (scm.isEmpty() || text(scm.get(0), required).isEmpty()) {
                problems.add("has no scm with " + required);
            }
        }
        for (String forbidden : List.of("parent", "repositories", "pluginRepositories", "build", "profiles")) {
            if (!children(project, forbidden).isEmpty()) {
                problems.add("has the element " + forbidden);
            }
        }
        if (version().endsWith("-SNAPSHOT")) {
            problems.add("is a snapshot");
        }
        for (Element dependency : dependencies(project)) {
            check(dependency, published, problems);
        }
        for (String dependency : managed()) {
            if (dependency.endsWith("-SNAPSHOT")) {
                problems.add("manages the snapshot " + dependency);
            }
        }
        return problems;
    }

    private void check(Element dependency, Set<String> published, List<String> problems) {
        String coordinates = coordinates(dependency);
        String version = text(dependency, "version");
        if (version.isEmpty() || version.contains("${")) {
            problems.add("depends on " + coordinates + ", which has no version");
        } else if (version.endsWith("-SNAPSHOT")) {
            problems.add("depends on the snapshot " + coordinates);
        } else if (text(dependency, "groupId").equals(groupId()) && !published.contains(coordinates)) {
            problems.add("depends on " + coordinates + ", which is not published with it");
        }
        if (List.of("test", "system").contains(text(dependency, "scope"))) {
            problems.add("depends on " + coordinates + " in scope " + text(dependency, "scope"));
        }
    }

    private void requireEach(String list, String name, List<String> required, List<String> problems) {
        List<Element> elements = children(project, list).stream()
                .flatMap(some -> children(some, name).stream())
                .toList();
        for (String child : required) {
            if (elements.isEmpty()
                    || elements.stream()
                            .anyMatch(element -> text(element, child).isEmpty())) {
                problems.add("has no " + list + " with " + child);
            }
        }
    }

    private static List<Element> dependencies(Element parent) {
        return children(parent, "dependencies").stream()
                .flatMap(list -> children(list, "dependency").stream())
                .toList();
    }

    /** Returns group, artifact and version; the variable of the project's version has its value. */
    private String coordinates(Element element) {
        String version = text(element, "version").replace("${project.version}", version());
        return text(element, "groupId") + ":" + text(element, "artifactId") + ":" + version;
    }

    private static String text(Element parent, String name) {
        List<Element> children = children(parent, name);
        return children.isEmpty() ? "" : children.get(0).getTextContent().strip();
    }

    private static List<Element> children(Element parent, String name) {
        List<Element> children = new ArrayList<>();
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element && node.getNodeName().equals(name)) {
                children.add((Element) node);
            }
        }
        return children;
    }
}
