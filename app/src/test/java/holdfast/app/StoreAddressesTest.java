package holdfast.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.InvalidRequestException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StoreAddressesTest {
    @Test
    void theUsualStoreIsInTheStateDirectory() {
        assertThat(new StoreAddresses(Map.of("XDG_STATE_HOME", "/var/state")).absolute(null))
                .isEqualTo("sqlite:/var/state/holdfast/locks.db");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "relative/state"})
    void aStateDirectoryThatIsNotAbsoluteIsIgnored(String state) {
        assertThat(new StoreAddresses(Map.of("XDG_STATE_HOME", state)).absolute(null))
                .isEqualTo(
                        "sqlite:"
                                + Path.of(
                                        System.getProperty("user.home"),
                                        ".local/state/holdfast/locks.db"));
    }

    @Test
    void anAddressMeansTheSameFileFromEverywhere() {
        assertThat(new StoreAddresses(Map.of()).absolute("sqlite:a/../locks.db"))
                .isEqualTo("sqlite:" + Path.of("locks.db").toAbsolutePath());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "locks.db", "sqlite:", "mysql://localhost", "sqlite:a\0b"})
    void anythingElseIsNoAddress(String address) {
        assertThatThrownBy(() -> new StoreAddresses(Map.of()).absolute(address))
                .isInstanceOf(InvalidRequestException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis://localhost:6379/2?prefix=x:",
                "rediss://localhost",
                "redis-sentinel://a:1,b:2?master=main",
                "redis-cluster://a:1,b:2"
            })
    void theAddressOfARedisMeansTheSameFromEverywhere(String address) {
        assertThat(new StoreAddresses(Map.of()).absolute(address)).isEqualTo(address);
    }

    @Test
    void aBadAddressOfARedisIsRefusedBeforeAnythingIsOpened() {
        assertThatThrownBy(() -> new StoreAddresses(Map.of()).open("redis://localhost?colour=red"))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("colour");
    }
}
