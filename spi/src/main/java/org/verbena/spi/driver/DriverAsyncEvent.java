package org.verbena.spi.driver;

import java.util.Optional;

/**
 * An asynchronous event that has been acknowledged.
 *
 * @param eventTypeCode {@code event_type} as in verbs.h
 * @param element the object that it happened to, if it is one of the context and still there
 * @param portNum the port of a port's event, otherwise 0
 */
public record DriverAsyncEvent(int eventTypeCode, Optional<DriverObject> element, int portNum) {}
