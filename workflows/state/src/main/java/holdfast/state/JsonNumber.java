package holdfast.state;

/** A number as it was written: 1.10 stays 1.10, and nothing is rounded. */
record JsonNumber(String text) {
    static JsonNumber of(long value) {
        return new JsonNumber(Long.toString(value));
    }

    @Override
    public String toString() {
        return text;
    }
}
