// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.cm;

/**
 * The messages of a program.
 *
 * @param messages the number of messages in each direction, 0 without a size
 * @param size the size of a message in bytes
 */
record MessagePlan(int messages, int size) {
    /** Creates a plan. As in C, there are no messages without bytes. */
    static MessagePlan of(long messages, long size) {
        return new MessagePlan(size == 0 ? 0 : (int) messages, (int) size);
    }

    /** Returns the number of entries of a queue, which must not be empty. */
    int depth() {
        return Math.max(1, messages);
    }
}
