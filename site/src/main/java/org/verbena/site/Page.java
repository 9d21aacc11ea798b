// SPDX-License-Identifier: Apache-2.0
package org.verbena.site;

/**
 * A page of the site.
 *
 * @param path the path of the HTML file below the directory of the site, with {@code /} between its parts
 * @param title the title, as text
 * @param section the section of the navigation
 * @param body the content in HTML, which begins with the heading
 */
record Page(String path, String title, Section section, String body) {
    /** A section of the navigation. */
    enum Section {
        START("Start"),
        GUIDES("Guides"),
        MIGRATING("Coming from"),
        DRIVERS("Driver models"),
        COMMANDS("Commands"),
        REFERENCE("Reference"),
        CONTRIBUTING("Contributing"),
        DECISIONS("Decisions");

        private final String label;

        Section(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }
    }

    /** Returns the prefix of links from this page to the directory of the site: empty, or {@code ../} repeated. */
    String root() {
        return "../".repeat((int) path.chars().filter(c -> c == '/').count());
    }
}
