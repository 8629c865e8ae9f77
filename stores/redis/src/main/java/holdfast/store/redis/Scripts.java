package holdfast.store.redis;

import java.util.function.UnaryOperator;

/** The scripts of the lock store. All but the documents' begin with the clock of their shard. */
final class Scripts {
    final Script open;
    final Script now;
    final Script read;
    final Script commit;
    final Script ends;
    final Script lapsed;
    final Script forget;
    final Script agree;
    final Script freezes;
    final Script freeze;
    final Script thaw;

    /** @param finish the last touch to each text, by which tests replace the clock of the server */
    Scripts(UnaryOperator<String> finish) {
        open = Script.of(finish, "clock", "ours", "open");
        now = Script.of(finish, "clock", "now");
        read = Script.of(finish, "clock", "root", "numbers", "read", "view");
        commit = Script.of(finish, "clock", "root", "numbers", "check", "view", "commit");
        ends = Script.of(finish, "clock", "ends");
        lapsed = Script.of(finish, "clock", "root", "lapsed");
        forget = Script.of(finish, "clock", "root", "forget");
        agree = Script.of(finish, "clock", "ours", "agree");
        freezes = Script.of(finish, "clock", "freezes");
        freeze = Script.of(finish, "clock", "ours", "freeze");
        thaw = Script.of(finish, "clock", "ours", "thaw");
    }
}
