// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.guide;

import java.util.Optional;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;

/**
 * A run of a program.
 *
 * @param program the name of the program
 * @param output its output
 * @param failure the exception that it threw
 */
public record GuideRun(String program, String output, Optional<Throwable> failure) {
    /**
     * The outcome of a program on a device.
     *
     * @param output its output
     * @param refusal the call that the device rejects, and its error number; empty if the program throws nothing
     */
    public record End(String output, String refusal) {
        /**
         * Declares that the output of a program differs from its page, because the page shows numbers of one driver.
         *
         * @param output its output
         * @return that outcome
         */
        public static End prints(String output) {
            return new End(output, "");
        }

        /**
         * Declares that the device rejects a call before the program prints anything.
         *
         * @param verb the C function
         * @param errno the error number
         * @return that outcome
         */
        public static End refused(String verb, Errno errno) {
            return new End("", refusal(verb, errno));
        }

        static String refusal(String verb, Errno errno) {
            return verb + ": " + errno;
        }

        boolean isRefusal() {
            return !refusal.isEmpty();
        }
    }

    /**
     * Returns the output of a program that threw nothing.
     *
     * @return its output
     * @throws AssertionError if the program threw an exception
     */
    public String outputOfSuccess() {
        if (failure.isPresent()) {
            throw error(failure.get());
        }
        return output;
    }

    /**
     * Returns the outcome of the program on its device.
     *
     * @return the output, and the rejected call if there was one
     * @throws AssertionError if the program failed for another reason
     */
    End end() {
        if (failure.isEmpty()) {
            return End.prints(output);
        }
        Throwable thrown = failure.get();
        if (thrown instanceof VerbsException refusal && !(thrown instanceof InvalidRequestException)) {
            return new End(output, End.refusal(refusal.verb(), refusal.errno()));
        }
        throw error(thrown);
    }

    private AssertionError error(Throwable thrown) {
        return new AssertionError(program + " fails after it printed: " + output, thrown);
    }
}
