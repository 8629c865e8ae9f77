package holdfast.cli;

import holdfast.Holdfast;
import holdfast.model.Owner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Who runs the command line: a run of a known CI system, or a user on a host. */
final class Identity {
    private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");
    private static final int FACT_LENGTH_MAX = 500;

    private final Map<String, String> environment;

    Identity(Map<String, String> environment) {
        this.environment = environment;
    }

    /** A new owner: two runs are never the same one, even in one CI job. */
    Owner newOwner() {
        return new Owner(Holdfast.newOwnerId(), name(), facts());
    }

    String name() {
        CiRun run = ciRun();
        return cut(
                showable(run == null ? user() + "@" + host() : run.name()), Owner.NAME_LENGTH_MAX);
    }

    Map<String, String> facts() {
        var facts = new TreeMap<String, String>();
        facts.put("user", user());
        facts.put("host", host());
        facts.put("pid", Long.toString(ProcessHandle.current().pid()));
        CiRun run = ciRun();
        if (run != null) {
            facts.put("ci_run", run.id());
            if (run.link() != null) {
                facts.put("link", run.link());
            }
        }
        facts.replaceAll((key, fact) -> cut(showable(fact), FACT_LENGTH_MAX));
        return facts;
    }

    private record CiRun(String name, String id, @Nullable String link) {}

    private @Nullable CiRun ciRun() {
        String github = found("GITHUB_RUN_ID");
        if (github != null) {
            return new CiRun("github-actions-run-" + github, github, githubLink(github));
        }
        String gitlab = found("CI_JOB_ID");
        if (gitlab != null) {
            return new CiRun("gitlab-job-" + gitlab, gitlab, found("CI_JOB_URL"));
        }
        String jenkins = found("BUILD_TAG");
        return jenkins == null ? null : new CiRun(jenkins, jenkins, found("BUILD_URL"));
    }

    private @Nullable String githubLink(String run) {
        String server = found("GITHUB_SERVER_URL");
        String repository = found("GITHUB_REPOSITORY");
        return server == null || repository == null
                ? null
                : server + "/" + repository + "/actions/runs/" + run;
    }

    private String user() {
        for (String variable : new String[] {"GITHUB_ACTOR", "GITLAB_USER_LOGIN"}) {
            String user = found(variable);
            if (user != null) {
                return user;
            }
        }
        String user = System.getProperty("user.name", "");
        // A container may have no name for its user, and Java then says '?'.
        return user.isBlank() || user.equals("?") ? "unknown" : user;
    }

    /** Not through the network, which may take its time to find out. */
    private String host() {
        try {
            return Files.readString(HOST_NAME).strip();
        } catch (IOException e) {
            String host = found("HOSTNAME");
            return host == null ? "localhost" : host;
        }
    }

    private @Nullable String found(String variable) {
        String value = environment.get(variable);
        return value == null || value.isBlank() ? null : value;
    }

    /** The environment may contain anything; a name must be showable. */
    private static String showable(String text) {
        return text.replaceAll("[\\p{C}\\p{Z}&&[^ ]]", "-").strip();
    }

    private static String cut(String text, int lengthMax) {
        return text.length() <= lengthMax ? text : text.substring(0, lengthMax).strip();
    }
}
