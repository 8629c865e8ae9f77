package holdfast.store.sqlite;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;

/** The statements of this store. The text of each is in the file of the same name beside this class. */
enum Sql {
    ADD_AUDIT,
    ADD_ENDED,
    ADD_HOLD,
    ADD_ROOT,
    ADD_WAITER,
    ALL_HOLDS,
    AMEND_HOLD,
    ANCHOR_CLOCK,
    COUNT_IN,
    COUNT_OUT,
    CREATE_META,
    ENDED_SWEPT_TO,
    ENDED_TO_SWEEP,
    EXTEND_HOLD,
    FORGET_FREEZES,
    FORGET_NOTICES,
    FORGET_ROOT,
    FORGET_WAITING,
    HEADS,
    HEAD_OF_ANOTHER_OWNER,
    LAST_IN_LINE,
    HOLDS_OF_ROOT,
    INSIDERS,
    IS_ENDED,
    LAPSED_HOLDS,
    LAPSED_OF_ROOT,
    LAPSED_WAITERS,
    LIFT_FREEZE,
    LIST_DOCUMENTS,
    NEXT_DOCUMENT_VERSION,
    POST_NOTICE,
    PUT_AGREEMENT,
    PUT_DOCUMENT,
    PUT_FREEZE,
    QUEUE,
    RAISE_CLOCK,
    READ_AGREEMENT,
    READ_AUDIT,
    READ_CLOCK,
    READ_DOCUMENT,
    READ_DOCUMENT_VERSION,
    READ_ENDED,
    READ_FREEZES,
    READ_HOLD,
    READ_HOLD_END,
    READ_LIVE,
    READ_NOTICES,
    READ_ROOT,
    READ_ROOT_FOR_COMMIT,
    READ_WAITER_THERE,
    REMOVE_DOCUMENT,
    REMOVE_HOLD,
    REMOVE_WAITER,
    ROOTS_OF_OWNER,
    ROOT_OF_LOCK,
    SAVE_ROOT,
    SCHEMA,
    SWEEP_ENDED,
    SWEEP_FROM,
    SWEPT_TO,
    TAKE_NOTICE,
    TOUCH_WAITER,
    UPGRADE_TO_3,
    UPGRADE_TO_4,
    UPGRADE_TO_6,
    WAITERS_OF_OWNER,
    WAITERS_OF_REQUEST,
    WAITING_OF_ROOT,
    WAITING_ROOTS;

    /** Read from its file: a session does so once, when it prepares the statement. */
    String text() {
        String file = name().toLowerCase(Locale.ROOT).replace('_', '-') + ".sql";
        try (InputStream in = Objects.requireNonNull(Sql.class.getResourceAsStream(file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the statement " + file, e);
        }
    }
}
