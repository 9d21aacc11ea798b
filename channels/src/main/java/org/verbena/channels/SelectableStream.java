// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels;

import java.nio.channels.SelectableChannel;
import org.jspecify.annotations.Nullable;

/** A channel of this library, as its selector sees it. */
interface SelectableStream {
    /** Returns the operations that do not wait, out of the given ones. */
    int poll(int operations);

    /** Does the same. If there is none, the keys of the channel are touched when one no longer waits. */
    int await(int operations);

    /** Returns the TCP channel that does the work; null if it is not TCP, or not decided. */
    @Nullable
    SelectableChannel tcp();

    /** Returns the keys that the channel touches. */
    KeyList keys();
}
