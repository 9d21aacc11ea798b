// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi;

import java.util.Optional;

/**
 * An asynchronous event that has been acknowledged.
 *
 * @param eventTypeCode {@code event_type} as in verbs.h
 * @param element the affected object; empty if it does not belong to the context or no longer exists
 * @param portNum the port of a port event, otherwise 0
 */
public record DriverAsyncEvent(int eventTypeCode, Optional<DriverObject> element, int portNum) {}
