// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.util.Collection;

/**
 * The gates of all posts in a context that may reference other objects.
 *
 * @param queuePairs the queue pairs that are currently open
 */
record SendGates(Collection<Resource> queuePairs) {
    /** Waits for the posts in flight. Later posts check whether the objects that they reference are usable. */
    void awaitCalls() {
        queuePairs.forEach(Resource::awaitSend);
    }
}
