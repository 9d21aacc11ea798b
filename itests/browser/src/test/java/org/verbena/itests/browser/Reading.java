// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.browser;

import java.util.Map;

/** The answers of drivers to a requested value. An answer is a number or the name of an errno. */
record Reading(long requested, Map<String, String> answers) {
    /** Removes the thin spaces with which the page groups the digits of a number. */
    static String ungrouped(String text) {
        return text.replace("\u2009", "");
    }
}
