package org.verbena.tck.guide;

import org.verbena.error.Errno;

/**
 * The outcome of a program on a device.
 *
 * @param output its output
 * @param refusal the call that the device rejects, and its error number; empty if the program throws nothing
 */
public record GuideEnd(String output, String refusal) {
    /**
     * Declares that the output of a program differs from its page, because the page shows numbers of one driver.
     *
     * @param output its output
     * @return that outcome
     */
    public static GuideEnd prints(String output) {
        return new GuideEnd(output, "");
    }

    /**
     * Declares that the device rejects a call before the program prints anything.
     *
     * @param verb the C function
     * @param errno the error number
     * @return that outcome
     */
    public static GuideEnd refused(String verb, Errno errno) {
        return new GuideEnd("", refusal(verb, errno));
    }

    static String refusal(String verb, Errno errno) {
        return verb + ": " + errno;
    }

    boolean isRefusal() {
        return !refusal.isEmpty();
    }
}
