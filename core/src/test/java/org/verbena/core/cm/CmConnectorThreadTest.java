// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.cm;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.timeout;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.verbena.cm.CmConnector;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnectionManager;
import org.verbena.cm.EventChannel;

/** Checks the thread of a connector on an event channel that an application implements. */
class CmConnectorThreadTest {
    private static final int PATIENCE_MS = 60_000;

    @Test
    void theThreadContinuesAfterIsClosedThrows() throws Exception {
        CmId id = mock();
        CmEvent request = mock();
        when(request.id()).thenReturn(id);
        when(request.type()).thenReturn(CmEventType.CONNECT_REQUEST);
        EventChannel channel = mock();
        when(channel.isClosed())
                .thenThrow(new IllegalStateException("thrown by the application"))
                .thenThrow(new AssertionError("thrown by the application"))
                .thenReturn(false);
        when(channel.nextEvent(any(Duration.class)))
                .thenReturn(Optional.empty(), Optional.empty())
                .thenReturn(Optional.of(request))
                .thenReturn(Optional.empty());
        ConnectionManager manager = mock();
        when(manager.createEventChannel()).thenReturn(channel);

        try (CmConnector connector = CmConnector.create(manager)) {
            // A request for which no listener exists is rejected.
            verify(id, timeout(PATIENCE_MS)).close();
        }
    }
}
