// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import java.util.Optional;
import org.verbena.attr.AsyncEventType;

/**
 * An event that a device reports outside its completion queues: {@code struct ibv_async_event}. The event is already
 * acknowledged when the application receives it, so it does not delay the destruction of an object.
 *
 * @param eventTypeCode {@code event_type}, as a number of verbs.h
 * @param element the queue pair, completion queue, shared receive queue or work queue of the event; empty for events of
 *     ports and devices, and if the object has been closed
 * @param portNum the port of a port event, 0 for other events
 */
public record AsyncEvent(int eventTypeCode, Optional<VerbsObject> element, int portNum) {
    /** {@return the type of the event, {@link AsyncEventType#UNKNOWN} for a number without a constant} */
    public AsyncEventType eventType() {
        return AsyncEventType.of(eventTypeCode);
    }
}
