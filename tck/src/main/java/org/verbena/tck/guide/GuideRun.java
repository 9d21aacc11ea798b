package org.verbena.tck.guide;

import java.util.Optional;
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
    GuideEnd end() {
        if (failure.isEmpty()) {
            return GuideEnd.prints(output);
        }
        Throwable thrown = failure.get();
        if (thrown instanceof VerbsException refusal && !(thrown instanceof InvalidRequestException)) {
            return new GuideEnd(output, GuideEnd.refusal(refusal.verb(), refusal.errno()));
        }
        throw error(thrown);
    }

    private AssertionError error(Throwable thrown) {
        return new AssertionError(program + " fails after it printed: " + output, thrown);
    }
}
