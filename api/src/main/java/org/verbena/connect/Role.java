// SPDX-License-Identifier: Apache-2.0
package org.verbena.connect;

/** A side of a connection. Each side has its own key, so the proof of one side is not valid for the other. */
enum Role {
    CONNECTING("verbena connector 1, connecting side"),
    LISTENING("verbena connector 1, listening side");

    private final String label;

    Role(String label) {
        this.label = label;
    }

    /** Returns the salt of the key, as in the documentation. */
    String label() {
        return label;
    }

    Role other() {
        return this == CONNECTING ? LISTENING : CONNECTING;
    }
}
