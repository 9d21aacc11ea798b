// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.stream;

import org.verbena.cm.CmEvent;

/** The object that is attached to an identifier, and takes its events. */
interface CmHandler {
    /** Takes an event. The caller acknowledges it. */
    void onEvent(CmEvent event);

    /** Closes the identifier, because the runtime closes. */
    void shutDown();
}
