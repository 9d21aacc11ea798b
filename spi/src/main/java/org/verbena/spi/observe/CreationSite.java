package org.verbena.spi.observe;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The place in a program where a handle was created. Its frames are made out only when somebody asks. */
public final class CreationSite {
    /**
     * The classes of Verbena whose code creates handles for somebody else. The rest of {@code org.verbena} (command line,
     * conformance kit, examples) calls them as any application does.
     */
    private static final Pattern LIBRARY =
            Pattern.compile("org\\.verbena\\.([^.]+|(async|connect|libibverbs|provider|spi)\\..+)");

    /** The JDK's modules are called so on the class path too: java.base, jdk.proxy1. */
    private static final Pattern JDK_MODULE = Pattern.compile("(java|jdk)\\..+");

    /** Stands for a stack trace that was not taken. */
    private static final class Untraced extends Throwable {
        private static final long serialVersionUID = 1;

        Untraced(String reason) {
            super(reason, null, false, false);
        }
    }

    private final Throwable trace;

    /**
     * A site.
     *
     * @param trace made where the handle is; only its stack trace counts
     */
    public CreationSite(Throwable trace) {
        this.trace = trace;
    }

    /**
     * A site of which nothing is known.
     *
     * @param reason why, for people: {@link #toString()} says it
     * @return a site without frames
     */
    public static CreationSite unrecorded(String reason) {
        return new CreationSite(new Untraced(reason));
    }

    /**
     * Whether the site was recorded.
     *
     * @return false for one that was made by {@link #unrecorded}
     */
    public boolean isRecorded() {
        return !(trace instanceof Untraced);
    }

    /**
     * The innermost frame that is neither Verbena's nor the JDK's: a stream or an executor through which an application
     * calls is not who wanted the handle. A lambda stands for the method that it is written in. A component of
     * Declarative Services is found before those who activate it.
     *
     * @return the frame; empty if there is none, as in a thread that runs nothing but a reference to a method of Verbena,
     *     or if the site was not recorded
     */
    public Optional<StackTraceElement> caller() {
        return Stream.of(trace.getStackTrace())
                .filter(frame -> !isOfJdk(frame) && !isOfLibrary(frame))
                .findFirst();
    }

    /**
     * All frames, Verbena's own included.
     *
     * @return the innermost first; empty if the site was not recorded
     */
    public List<StackTraceElement> stack() {
        return List.of(trace.getStackTrace());
    }

    /**
     * The same as text, for views that know no frames.
     *
     * @return one line for each frame, the innermost first; none if the site was not recorded
     */
    public List<String> lines() {
        return Stream.of(trace.getStackTrace()).map(StackTraceElement::toString).toList();
    }

    /**
     * The same for a log.
     *
     * @return a throwable with the stack trace, or with the reason why there is none; nobody throws it
     */
    public Throwable trace() {
        return trace;
    }

    private static boolean isOfJdk(StackTraceElement frame) {
        String module = frame.getModuleName();
        return module != null && JDK_MODULE.matcher(module).matches();
    }

    private static boolean isOfLibrary(StackTraceElement frame) {
        return LIBRARY.matcher(frame.getClassName()).matches();
    }

    /** For people: the frame of {@link #caller()}, or that there is none, or why it was not recorded. */
    @Override
    public String toString() {
        return isRecorded()
                ? caller().map(StackTraceElement::toString).orElse("nowhere in the application")
                : String.valueOf(trace.getMessage());
    }
}
