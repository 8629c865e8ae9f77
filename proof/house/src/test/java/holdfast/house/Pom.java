package holdfast.house;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/** A pom file, read as plain XML. */
record Pom(Path file, Element project) {

    /** Something a pom names by group and artifact; the version is empty where the root pom manages it. */
    record Part(String name, String version) {}

    static Pom read(Path file) {
        try {
            var factory = DocumentBuilderFactory.newInstance();
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            return new Pom(
                    file, factory.newDocumentBuilder().parse(file.toFile()).getDocumentElement());
        } catch (ParserConfigurationException | SAXException | IOException e) {
            throw new IllegalStateException("cannot read " + file, e);
        }
    }

    /** The texts of the elements with this name directly inside an element with the other name. */
    List<String> texts(String parent, String name) {
        return elements(project, name).stream()
                .filter(element -> element.getParentNode().getNodeName().equals(parent))
                .map(element -> element.getTextContent().strip())
                .toList();
    }

    /** The modules of the usual build, without those that only a profile adds. */
    List<String> usualModules() {
        return elements(project, "module").stream()
                .filter(element -> element.getParentNode().getParentNode().isSameNode(project))
                .map(element -> element.getTextContent().strip())
                .toList();
    }

    Map<String, String> properties() {
        var found = new TreeMap<String, String>();
        for (Element properties : elements(project, "properties")) {
            for (Element property : elements(properties, "*")) {
                found.putIfAbsent(property.getNodeName(), property.getTextContent().strip());
            }
        }
        return found;
    }

    /** Dependencies, plugins and what runs inside the compiler. */
    List<Part> parts() {
        var found = new ArrayList<Part>();
        for (String kind : List.of("dependency", "plugin", "path")) {
            for (Element element : elements(project, kind)) {
                found.add(
                        new Part(
                                child(element, "groupId") + ":" + child(element, "artifactId"),
                                child(element, "version")));
            }
        }
        return found;
    }

    private static String child(Element element, String name) {
        return elements(element, name).stream()
                .filter(candidate -> candidate.getParentNode().isSameNode(element))
                .map(candidate -> candidate.getTextContent().strip())
                .findFirst()
                .orElse("");
    }

    private static List<Element> elements(Element under, String name) {
        var nodes = under.getElementsByTagName(name);
        var found = new ArrayList<Element>();
        for (int i = 0; i < nodes.getLength(); i++) {
            Node node = nodes.item(i);
            if (node instanceof Element element) {
                found.add(element);
            }
        }
        return found;
    }
}
