package org.verbena.spi.handle;

import java.util.Collection;

/**
 * The gates of everything in a context that posts what objects are carried by.
 *
 * @param queuePairs those that are open at present
 */
record SendGates(Collection<Resource> queuePairs) {
    /** Waits for the posts that are under way; those that come look whether what they carry is usable. */
    void awaitCalls() {
        queuePairs.forEach(Resource::awaitSend);
    }
}
