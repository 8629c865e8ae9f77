package holdfast.model.keys;

import holdfast.model.InvalidRequestException;
import holdfast.model.Resource;
import holdfast.model.SubPath;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A stack in an environment is a root, its services and their components are paths: so a lock on the stack covers its services,
 * and a lock on a service its components.
 */
final class StackKeys implements KeyCodec {
    private static final Pattern FORM =
            Pattern.compile(
                    Namespace.STACK_MARK
                            + "([^:]+):env:([^:]+)(?::service:(?<service>[^:]+)|:component:(?<component>[^:]+))?");

    @Override
    public Resource resource(String key) {
        Matcher parts = FORM.matcher(key);
        if (!parts.matches()) {
            throw new InvalidRequestException(
                    "a stack's key is stack:{stack}:env:{environment}, alone or followed by"
                            + " :service:{service} or :component:{service}/{component}, without further colons");
        }
        String root = Escapes.segment(parts.group(1)) + "/" + Escapes.segment(parts.group(2));
        return new Resource(Namespace.outside(root), path(parts));
    }

    private static SubPath path(Matcher parts) {
        String component = parts.group("component");
        if (component != null) {
            return componentPath(component);
        }
        String service = parts.group("service");
        return service == null ? SubPath.WHOLE : new SubPath(Escapes.segment(service));
    }

    private static SubPath componentPath(String component) {
        if (!component.contains("/")) {
            throw new InvalidRequestException(
                    "a component lies under its service: write {service}/{component}");
        }
        return new SubPath(
                Stream.of(component.split("/", -1))
                        .map(Escapes::segment)
                        .collect(Collectors.joining("/")));
    }

    @Override
    public String key(Resource resource) {
        String key =
                Namespace.STACK_MARK
                        + resource.root().segments().stream()
                                .map(Escapes::decoded)
                                .collect(Collectors.joining(":env:"));
        List<String> path = resource.path().segments().stream().map(Escapes::decoded).toList();
        return switch (path.size()) {
            case 0 -> key;
            case 1 -> key + ":service:" + path.get(0);
            default -> key + ":component:" + String.join("/", path);
        };
    }
}
