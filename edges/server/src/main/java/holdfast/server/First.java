package holdfast.server;

import java.util.Optional;

/** The first copy of a request, which may have come to another server. Used by one thread. */
interface First {
    /** Of a request that bears no name: nobody can know a repetition of it. */
    First UNNAMED =
            new First() {
                @Override
                public Optional<String> noted() {
                    return Optional.empty();
                }

                @Override
                public void begins(String note) {}
            };

    /** What it left behind before it began. It may have done everything, or nothing, since its answer is not known. */
    Optional<String> noted();

    /** To be called before something is done. A repetition finds the note if this server does not come to answer. */
    void begins(String note);
}
