package org.verbena.itests.browser;

import java.util.Map;

/** What drivers answer to a requested value: the driver's name, and a number or the name of an errno. */
record Reading(long requested, Map<String, String> answers) {
    /** A number as the page groups it, with thin spaces, without them. */
    static String ungrouped(String text) {
        return text.replace("\u2009", "");
    }
}
