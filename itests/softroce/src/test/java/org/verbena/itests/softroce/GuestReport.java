// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Reads the XML reports of JUnit's console launcher. */
final class GuestReport {
    private static final String DISPLAY_NAME = "display-name: ";

    private GuestReport() {}

    static List<GuestTest> read(Path directory) throws Exception {
        Path report = directory.resolve("TEST-junit-jupiter.xml");
        if (!Files.exists(report)) {
            return List.of();
        }
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
