package org.verbena.itests.arch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.verbena.VerbsProvider;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Class path, module path and both OSGi extenders find the same provider, under the same name and rank. */
class RegistrationIT {

    private static final String SERVICE = VerbsProvider.class.getName();

    @ParameterizedTest
    @MethodSource("org.verbena.itests.arch.BuiltModule#providers")
    void modulePathAndClassPathFindOneAndTheSameClass(BuiltModule module) {
        assertThat(module.provides(SERVICE)).hasSize(1).isEqualTo(serviceFile(module));
    }

    @ParameterizedTest
    @MethodSource("org.verbena.itests.arch.BuiltModule#providers")
    void theMediatorServesServiceLoaderAndRegistersNothing(BuiltModule module) {
        assertThat(module.header("Provide-Capability").orElse(""))
                .containsOnlyOnce("osgi.serviceloader;osgi.serviceloader=\"" + SERVICE + "\";register:=\"\"");
    }

    @ParameterizedTest
    @MethodSource("org.verbena.itests.arch.BuiltModule#providers")
    void declarativeServicesRegisterItAsItDescribesItself(BuiltModule module) throws Exception {
        String className = module.provides(SERVICE).get(0);
        VerbsProvider provider = (VerbsProvider)
                Class.forName(className).getDeclaredConstructor().newInstance();
        assertThat(module.paths("Service-Component")).containsExactly("OSGI-INF/" + className + ".xml");
        Document component = parse(module.text("OSGI-INF/" + className + ".xml"));
        assertThat(attributes(component, "implementation", "class")).containsExactly(className);
        assertThat(attributes(component, "provide", "interface")).containsExactly(SERVICE);
        assertThat(properties(component))
                .containsEntry("verbs.provider", "String " + provider.name())
                .containsEntry("verbs.native", "Boolean " + provider.isNative())
                .containsEntry("service.ranking", "Integer " + provider.priority());
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

    /** The service properties: name to type and value. */
    private static Map<String, String> properties(Document component) {
        Map<String, String> properties = new TreeMap<>();
        for (Element property : elements(component, "property")) {
            String type = property.getAttribute("type");
            properties.put(
                    property.getAttribute("name"),
                    (type.isEmpty() ? "String" : type) + " " + property.getAttribute("value"));
        }
        return properties;
    }

    private static List<Element> elements(Document document, String name) {
        NodeList nodes = document.getElementsByTagName(name);
        return IntStream.range(0, nodes.getLength())
                .mapToObj(nodes::item)
                .map(Element.class::cast)
                .toList();
    }
}
