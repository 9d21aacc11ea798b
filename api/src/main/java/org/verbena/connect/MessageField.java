// SPDX-License-Identifier: Apache-2.0
package org.verbena.connect;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** A field of a {@link HandshakeMessage}, with the name of the C attribute. */
enum MessageField {
    QP_TYPE(1, 4),
    QP_NUM(2, 4),
    PSN(3, 4),
    MTU(4, 1),
    LINK_LAYER(5, 1),
    LID(6, 2),
    GID(7, 16),
    MAX_RD_ATOMIC(8, 1),
    MAX_DEST_RD_ATOMIC(9, 1),
    QKEY(10, 4),
    PRIVATE_DATA(11, 0, Connector.MAX_PRIVATE_DATA),
    REASON(12, 0, 1024),
    NONCE(13, MessageAuthentication.NONCE_LENGTH),
    MAC(14, SharedSecret.MAC_LENGTH),
    FABRIC(15, 16),
    OTHER_GID(16, 16);

    /** The bit of an identifier that requires the receiver to know the field; version 1 defines no such field. */
    private static final int MUST_BE_KNOWN = 0x8000;

    private final int id;
    private final int minLength;
    private final int maxLength;

    MessageField(int id, int length) {
        this(id, length, length);
    }

    MessageField(int id, int minLength, int maxLength) {
        this.id = id;
        this.minLength = minLength;
        this.maxLength = maxLength;
    }

    /** Returns the field with an identifier; empty if it is unknown. */
    static Optional<MessageField> of(int id) {
        return Stream.of(values()).filter(field -> field.id == id).findFirst();
    }

    int id() {
        return id;
    }

    int minLength() {
        return minLength;
    }

    int maxLength() {
        return maxLength;
    }

    static boolean mustBeKnown(int id) {
        return (id & MUST_BE_KNOWN) != 0;
    }

    /** Returns the name as in the documentation. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
