package holdfast.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SecretsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "password",
                "DB_PASSWORD",
                "dbPassword",
                "api_key",
                "apiKey",
                "AWS_SECRET_ACCESS_KEY",
                "github-token",
                "Authorization",
                "private.key",
                "client_secret"
            })
    void theValueOfATellingNameIsHidden(String name) {
        assertThat(Secrets.hidden(name, "hush")).isEqualTo("(hidden)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "user",
                "git_commit",
                "deployment_id",
                "compass",
                "keyboard",
                "tokenizer",
                "monkey"
            })
    void otherNamesHideNothing(String name) {
        assertThat(Secrets.hidden(name, "a1b2c3")).isEqualTo("a1b2c3");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hf_0123456789abcdef_abcdefghijklmnopqrstuvwxyz0123456789abcdefg",
                "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0xxxx.c2lnbmF0dXJl",
                "Bearer abcdefghijklmnop",
                "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
                "github_pat_abcdefghijklmnopqrstuvwxyz",
                "glpat-abcdefghijklmnopqrst",
                "AKIAIOSFODNN7EXAMPLE",
                "ASIAIOSFODNN7EXAMPLE",
                "xoxb-1234567890-abcdef",
                "bAsIc\tYWxpY2U6aHVzaA=="
            })
    void aSecretIsHiddenUnderAnyName(String secret) {
        assertThat(Secrets.hidden("note", "see " + secret + " there"))
                .isEqualTo("see (hidden) there");
        assertThat(Secrets.hidden("note", secret)).isEqualTo("(hidden)");
        assertThat(Secrets.hidden("note", "x=" + secret + ";y")).isEqualTo("x=(hidden);y");
    }

    @Test
    void aPrivateKeyIsHiddenToItsEnd() {
        assertThat(Secrets.hiddenIn("-----BEGIN RSA PRIVATE KEY-----MIIEow")).isEqualTo("(hidden)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis://user:hush@host:6379/0", "https://:hush@host/path"})
    void thePasswordOfAnAddressIsHidden(String address) {
        assertThat(Secrets.hidden("link", address)).doesNotContain("hush").contains("@host");
    }
}
