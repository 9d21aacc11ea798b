// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.observe;

import java.util.Map;
import org.osgi.annotation.versioning.ConsumerType;

/** A {@link HandleSource} that also returns counters to the {@link Inventory}. */
@ConsumerType
public interface CounterSource extends HandleSource {
    /**
     * Returns the counters of a port. Any thread may call this method at any time.
     *
     * @param portNum the port, from 1; 0 for the counters of the device
     * @return the numbers by name, empty once the context is closed: see
     *     {@link org.verbena.DeviceContext#portCounters}
     */
    Map<String, Long> portCounters(int portNum);

    /**
     * Returns the counters of the open objects that count, see {@link DataPathCounters}. Any thread may call this
     * method at any time.
     *
     * @return the counters by the {@link HandleInfo#name} of the object; each has the present values by the names of
     *     {@link DeviceCounters}
     */
    Map<String, Map<String, Long>> counters();
}
