package org.verbena.connect;

/** Which side of a connection. What one of them proves is worth nothing in the mouth of the other. */
enum Role {
    CONNECTING("verbena connector 1, connecting side"),
    LISTENING("verbena connector 1, listening side");

    private final String label;

    Role(String label) {
        this.label = label;
    }

    /** The salt of its key, as the documentation has it. */
    String label() {
        return label;
    }

    Role other() {
        return this == CONNECTING ? LISTENING : CONNECTING;
    }
}
