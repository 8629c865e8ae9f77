package holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import holdfast.model.Owner;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class IdentityTest {
    @Test
    void aPersonIsAUserOnAHost() {
        Owner owner = new Identity(Map.of()).newOwner();

        assertThat(owner.name())
                .isEqualTo(owner.facts().get("user") + "@" + owner.facts().get("host"));
        assertThat(owner.facts())
                .containsEntry("pid", Long.toString(ProcessHandle.current().pid()))
                .doesNotContainKeys("ci_run", "link");
    }

    @Test
    void aRunOfGithubActionsIsNamedAndLinked() {
        Owner owner =
                new Identity(
                                Map.of(
                                        "GITHUB_RUN_ID", "12345",
                                        "GITHUB_SERVER_URL", "https://github.com",
                                        "GITHUB_REPOSITORY", "acme/shop",
                                        "GITHUB_ACTOR", "alice"))
                        .newOwner();

        assertThat(owner.name()).isEqualTo("github-actions-run-12345");
        assertThat(owner.facts())
                .contains(
                        entry("user", "alice"),
                        entry("ci_run", "12345"),
                        entry("link", "https://github.com/acme/shop/actions/runs/12345"));
    }

    @Test
    void jobsOfGitlabAndJenkinsAreNamed() {
        assertThat(new Identity(Map.of("CI_JOB_ID", "77")).name()).isEqualTo("gitlab-job-77");
        assertThat(new Identity(Map.of("BUILD_TAG", "jenkins-shop-9")).name())
                .isEqualTo("jenkins-shop-9");
    }

    @Test
    void twoRunsOfOneJobAreTwoOwners() {
        var identity = new Identity(Map.of("GITHUB_RUN_ID", "12345"));

        assertThat(identity.newOwner().id()).isNotEqualTo(identity.newOwner().id());
    }

    @Test
    void whateverTheEnvironmentSaysMakesAName() {
        var identity =
                new Identity(Map.of("BUILD_TAG", " a\u0007b\u202Ec\n" + "x".repeat(500) + " "));

        assertThat(identity.newOwner().name()).startsWith("a-b-c-xxx").hasSize(120);
    }
}
