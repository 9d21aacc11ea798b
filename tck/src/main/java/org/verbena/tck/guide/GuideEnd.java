package org.verbena.tck.guide;

import org.verbena.error.Errno;

/**
 * How a program ends on a device.
 *
 * @param output what it prints
 * @param refusal the call that the device refuses, and its error number; empty if the program throws nothing
 */
public record GuideEnd(String output, String refusal) {
    /**
     * Declares that a program prints something else than its page says, where the page shows numbers of one driver.
     *
     * @param output what it prints
     * @return that end
     */
    public static GuideEnd prints(String output) {
        return new GuideEnd(output, "");
    }

    /**
     * Declares that the device refuses a call before the program prints anything.
     *
     * @param verb the C function
     * @param errno the error number
     * @return that end
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
