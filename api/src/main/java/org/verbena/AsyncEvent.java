package org.verbena;

import java.util.Optional;

/**
 * Something that happened beside the queues: {@code struct ibv_async_event}. It is acknowledged already when an
 * application sees it, so that it holds up no destroy.
 *
 * @param eventTypeCode {@code event_type} as in verbs.h
 * @param element the queue pair, completion queue, shared receive queue or work queue that it happened to; absent for
 *     events of ports and devices, and where the object was closed meanwhile
 * @param portNum the port of a port's event, otherwise 0
 */
public record AsyncEvent(int eventTypeCode, Optional<VerbsObject> element, int portNum) {
    /**
     * What happened.
     *
     * @return {@link AsyncEventType#UNKNOWN} for a number without a constant
     */
    public AsyncEventType eventType() {
        return AsyncEventType.of(eventTypeCode);
    }
}
