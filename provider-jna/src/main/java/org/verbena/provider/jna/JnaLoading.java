// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.jna;

import com.sun.jna.Native;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The start of JNA, which copies its own library to a temporary folder and loads it from there. Failures are explained
 * here, because a message of the JVM or of JNA could be mistaken for a missing libibverbs.
 */
final class JnaLoading {
    /** The start of the JVM's message for a library that cannot be loaded: the file, and again the file. */
    private static final Pattern FILE = Pattern.compile("^(/.*)/[^/]*: ");

    private static final String OTHER_FOLDER = "; name another folder with -Djna.tmpdir=FOLDER";

    /** The message of the first failure. Later attempts only tell that a class could not be initialized. */
    private static @Nullable String failure;

    private JnaLoading() {}

    /**
     * Starts JNA.
     *
     * @throws UnsupportedOperationException if JNA cannot load its library, now or at the first attempt
     */
    static synchronized void require() {
        if (failure != null) {
            throw new UnsupportedOperationException(failure);
        }
        try {
            Native.getDefaultStringEncoding(); // initializes the class
        } catch (Error e) {
            // JNA throws a plain Error for a native library of another version.
            failure = "JNA cannot be used: " + describe(e);
            throw new UnsupportedOperationException(failure, e);
        }
    }

    /** Describes a failure of JNA's start, with a remedy. */
    static String describe(Error e) {
        String message = String.valueOf(e.getMessage());
        Matcher file = FILE.matcher(message);
        String folder = file.find() ? file.group(1) : System.getProperty("jna.tmpdir", "of temporary files");
        if (message.contains("failed to map segment") || message.contains("Operation not permitted")) {
            return "the folder " + folder + " is mounted with the option noexec" + OTHER_FOLDER;
        }
        if (message.contains("No space left on device")) {
            return "the folder " + folder + " is full" + OTHER_FOLDER;
        }
        if (message.contains("Read-only file system")) {
            return "the folder " + folder + " is read-only" + OTHER_FOLDER;
        }
        if (message.contains("Permission denied") || message.contains("JNA temporary directory")) {
            return "this user cannot write to the folder " + folder + " (" + message + ")" + OTHER_FOLDER;
        }
        if (message.contains("wrong ELF class") || message.contains("not found in resource path")) {
            return "it has no library for the architecture of this JVM, " + System.getProperty("os.arch") + ": "
                    + message;
        }
        if (message.contains("incompatible JNA native library")) {
            return "another version of its library is installed on this machine; -Djna.nosys=true ignores it: "
                    + message.lines().findFirst().orElse("");
        }
        return e.toString();
    }

    /** Returns the reason why a library cannot be loaded. JNA lists all attempts, and the class path. */
    static String reason(UnsatisfiedLinkError e) {
        String message = String.valueOf(e.getMessage());
        return message.lines().skip(1).findFirst().orElse(message).strip();
    }
}
