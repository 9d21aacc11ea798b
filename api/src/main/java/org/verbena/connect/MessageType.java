// SPDX-License-Identifier: Apache-2.0
package org.verbena.connect;

/** The type of a {@link Connector} message. */
enum MessageType {
    REQUEST(1),
    ANSWER(2),
    READY(3),
    REJECT(4),
    SYNC(5),
    HELLO(6),
    CHALLENGE(7);

    private final int code;

    MessageType(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }
}
