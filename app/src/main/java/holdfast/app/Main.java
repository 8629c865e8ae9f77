package holdfast.app;

/** Starts Holdfast. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.out.println("holdfast: nothing is wired yet");
    }
}
