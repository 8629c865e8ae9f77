package holdfast.cli;

import holdfast.model.ErrorCode;
import java.util.List;

/** What could not be read of a list, told beside what could. */
final class Damage {
    private Damage() {}

    /**
     * @param damage in words for people
     * @return the exit code
     */
    static int told(Terminal terminal, List<String> damage) {
        damage.forEach(text -> terminal.complain(text, ErrorCode.BACKEND_ERROR));
        return (damage.isEmpty() ? ExitCode.OK : ExitCode.of(ErrorCode.BACKEND_ERROR)).code();
    }
}
