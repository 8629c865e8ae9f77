package holdfast.store.redis;

import java.util.function.UnaryOperator;

/** The scripts of the lock store. All begin with the time: that of a root, or that of its shard. */
final class Scripts {
    final Script open;
    final Script now;
    final Script read;
    final Script commit;
    final Script alone;
    final Script ends;
    final Script lapsed;
    final Script forget;
    final Script agree;
    final Script freezes;
    final Script freeze;
    final Script thaw;

    /** @param finish the last touch to each text, by which tests replace the clock of the server */
    Scripts(UnaryOperator<String> finish) {
        open = Script.of(finish, "time", "clock", "ours", "open");
        now = Script.of(finish, "time", "clock", "now");
        read = Script.of(finish, "time", "root", "held", "read", "view");
        commit = Script.of(finish, "time", "root", "held", "check", "view", "commit");
        alone = Script.of(finish, "time", "alone");
        ends = Script.of(finish, "time", "clock", "ends");
        lapsed = Script.of(finish, "time", "clock", "root", "held", "lapsed");
        forget = Script.of(finish, "time", "root", "forget");
        agree = Script.of(finish, "time", "clock", "ours", "agree");
        freezes = Script.of(finish, "time", "clock", "ours", "freezes");
        freeze = Script.of(finish, "time", "clock", "ours", "freeze");
        thaw = Script.of(finish, "time", "clock", "ours", "thaw");
    }
}
