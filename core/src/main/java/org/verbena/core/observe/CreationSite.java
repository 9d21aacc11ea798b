// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.observe;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The place in a program where a handle was created. Stack frames are resolved only on demand. */
public final class CreationSite {
    /**
     * The names of the Verbena classes that create handles on behalf of an application. All other classes in
     * {@code org.verbena} (command line, conformance kit, examples) count as applications.
     */
    private static final Pattern LIBRARY = Pattern.compile(
            "org\\.verbena\\.([^.]+|(async|attr|connect|core|error|libibverbs|memory|provider|spi)\\..+)");

    /**
     * The names of JDK modules, for example java.base and jdk.proxy1. Frames contain them on the class path as well.
     */
    private static final Pattern JDK_MODULE = Pattern.compile("(java|jdk)\\..+");

    /** A placeholder for a stack trace that was not recorded. */
    private static final class Untraced extends Throwable {
        private static final long serialVersionUID = 1;

        Untraced(String reason) {
            super(reason, null, false, false);
        }
    }

    private final Throwable trace;

    /**
     * Creates a site.
     *
     * @param trace a throwable created at the place where the handle is created; only its stack trace is used
     */
    public CreationSite(Throwable trace) {
        this.trace = trace;
    }

    /**
     * Creates a site without a recorded stack trace.
     *
     * @param reason the reason for display, which {@link #toString()} returns
     * @return a site without frames
     */
    public static CreationSite unrecorded(String reason) {
        return new CreationSite(new Untraced(reason));
    }

    /** {@return whether the site was recorded; false if {@link #unrecorded} created this site} */
    public boolean isRecorded() {
        return !(trace instanceof Untraced);
    }

    /**
     * Returns the innermost frame that belongs to neither Verbena nor the JDK. Frames of JDK classes, such as streams
     * or executors, are skipped because they do not show which application code created the handle. A lambda counts as
     * the method that contains it. A Declarative Services component is found before the framework that activates it.
     *
     * @return the frame; empty if the site was not recorded, or if there is no such frame, as in a thread that runs
     *     only a method reference to Verbena
     */
    public Optional<StackTraceElement> caller() {
        return Stream.of(trace.getStackTrace())
                .filter(frame -> !isOfJdk(frame) && !isOfLibrary(frame))
                .findFirst();
    }

    /** {@return all frames, including those of Verbena; innermost first; empty if the site was not recorded} */
    public List<StackTraceElement> stack() {
        return List.of(trace.getStackTrace());
    }

    /**
     * Returns all frames as text, for views that cannot show frames.
     *
     * @return one line for each frame, innermost first; empty if the site was not recorded
     */
    public List<String> lines() {
        return Stream.of(trace.getStackTrace()).map(StackTraceElement::toString).toList();
    }

    /**
     * Returns the stack trace as a throwable, for loggers.
     *
     * @return a throwable with the stack trace, or with the reason why there is none; it is never thrown
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

    /**
     * Returns a text for display: the frame of {@link #caller()}, a note that there is none, or the reason why the site
     * was not recorded.
     */
    @Override
    public String toString() {
        return isRecorded()
                ? caller().map(StackTraceElement::toString).orElse("no frame of the application")
                : String.valueOf(trace.getMessage());
    }
}
