// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Reads the XML reports of JUnit's console launchers. */
final class GuestReport {
    private static final String DISPLAY_NAME = "display-name: ";

    private GuestReport() {}

    /** Returns the tests of all reports below a directory. */
    static List<GuestTest> read(Path directory) throws Exception {
        List<Path> reports;
        try (Stream<Path> files = Files.exists(directory) ? Files.walk(directory) : Stream.empty()) {
            reports = files.filter(file -> file.endsWith("TEST-junit-jupiter.xml"))
                    .toList();
        }
        List<GuestTest> tests = new ArrayList<>();
        for (Path report : reports) {
            tests.addAll(tests(report));
        }
        return tests;
    }

    private static List<GuestTest> tests(Path report) throws Exception {
        NodeList cases = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(report.toFile())
                .getElementsByTagName("testcase");
        return IntStream.range(0, cases.getLength())
                .mapToObj(i -> test((Element) cases.item(i)))
                .toList();
    }

    private static GuestTest test(Element testCase) {
        return new GuestTest(
                testCase.getAttribute("classname"),
                displayName(testCase),
                Stream.of("failure", "error")
                        .flatMap(tag -> text(testCase, tag))
                        .findFirst(),
                text(testCase, "skipped").findFirst());
    }

    // The attribute "name" of a dynamic test is a number. Its display name is in the output that the launcher adds.
    private static String displayName(Element testCase) {
        return text(testCase, "system-out")
                .flatMap(String::lines)
                .filter(line -> line.startsWith(DISPLAY_NAME))
                .map(line -> line.substring(DISPLAY_NAME.length()))
                .findFirst()
                .orElse(testCase.getAttribute("name"));
    }

    private static Stream<String> text(Element testCase, String tag) {
        NodeList elements = testCase.getElementsByTagName(tag);
        return IntStream.range(0, elements.getLength())
                .mapToObj(i -> elements.item(i).getTextContent().strip());
    }
}
