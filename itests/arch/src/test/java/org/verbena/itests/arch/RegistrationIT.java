// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.arch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.verbena.VerbsProvider;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Checks that the class path, the module path and both OSGi extenders find the same provider. */
class RegistrationIT {

    private static final String SERVICE = VerbsProvider.class.getName();

    @ParameterizedTest
    @MethodSource("org.verbena.itests.arch.BuiltModule#providers")
    void modulePathAndClassPathFindOneAndTheSameClass(BuiltModule module) {
        assertThat(module.provides(SERVICE)).hasSize(1).isEqualTo(serviceFile(module));
    }

    @ParameterizedTest
    @MethodSource("org.verbena.itests.arch.BuiltModule#providers")
    void theMediatorRegistersNoService(BuiltModule module) {
        assertThat(module.header("Provide-Capability").orElse(""))
                .containsOnlyOnce("osgi.serviceloader;osgi.serviceloader=\"" + SERVICE + "\";register:=\"\"");
    }

    @ParameterizedTest
    @MethodSource("org.verbena.itests.arch.BuiltModule#providers")
    void anImmediateComponentRegistersTheProvider(BuiltModule module) throws Exception {
        String className = module.provides(SERVICE).get(0);
        VerbsProvider provider = (VerbsProvider)
                Class.forName(className).getDeclaredConstructor().newInstance();
        String name = "org.verbena.provider." + provider.name();
        Document component = parse(module.text("OSGI-INF/" + name + ".xml"));
        assertThat(module.paths("Service-Component")).contains("OSGI-INF/" + name + ".xml");
        assertThat(attributes(component, "scr:component", "name")).containsExactly(name);
        assertThat(attributes(component, "scr:component", "immediate")).containsExactly("true");
        assertThat(attributes(component, "scr:component", "deactivate")).containsExactly("withdraw");
        assertThat(elements(component, "service")).isEmpty();
        assertThat(module.header("Provide-Capability").orElse(""))
                .containsOnlyOnce("osgi.service;objectClass:List<String>=\"" + SERVICE + "\";effective:=active");
    }

    private static List<String> serviceFile(BuiltModule module) {
        return module.text("META-INF/services/" + SERVICE)
                .lines()
                .map(line -> line.replaceFirst("#.*", "").trim())
                .filter(line -> !line.isEmpty())
                .toList();
    }

    private static Document parse(String xml) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
    }

    private static List<String> attributes(Document document, String element, String attribute) {
        return elements(document, element).stream()
                .map(found -> found.getAttribute(attribute))
                .toList();
    }

    private static List<Element> elements(Document document, String name) {
        NodeList nodes = document.getElementsByTagName(name);
        return IntStream.range(0, nodes.getLength())
                .mapToObj(nodes::item)
                .map(Element.class::cast)
                .toList();
    }
}
