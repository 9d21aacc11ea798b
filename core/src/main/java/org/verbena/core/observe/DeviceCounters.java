// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.observe;

import java.util.Map;
import org.verbena.core.counters.DeviceTally;

/**
 * The counters of the data path of one device, see {@link DataPathCounters}. They contain all objects that count,
 * including those that were closed or lost, so they never decrease. Thread-safe.
 *
 * <table>
 *   <caption>Counters</caption>
 *   <tr><th>Name</th><th>Number of</th></tr>
 *   <tr><td>{@code posted_sends}</td><td>send work requests that the driver has accepted</td></tr>
 *   <tr><td>{@code posted_send_bytes}</td><td>bytes of data of these: of sends, RDMA writes and atomic writes</td></tr>
 *   <tr><td>{@code posted_read_bytes}</td><td>bytes that posted RDMA reads and atomic operations request</td></tr>
 *   <tr><td>{@code posted_recvs}</td><td>receive work requests that the driver has accepted</td></tr>
 *   <tr><td>{@code polls}, {@code empty_polls}</td><td>polls, and those of them that found no completion</td></tr>
 *   <tr><td>{@code wc_}<i>status</i></td><td>polled completions of this status: {@code wc_success},
 *       {@code wc_retry_exc_err}; {@code wc_unknown} if the status is not in {@link
 *   org.verbena.attr.WcStatus}</td></tr> <tr><td>{@code received_bytes}</td><td>bytes of successfully received
 *   messages; extended completion queues count
 *       them only if they have {@link org.verbena.attr.WcFlag#BYTE_LEN}</td></tr>
 *   <tr><td>{@code cq_events}</td><td>completion events that the application has taken</td></tr>
 *   <tr><td>{@code async_events}</td><td>asynchronous events that the application has taken</td></tr>
 * </table>
 */
public final class DeviceCounters {
    private final DeviceTally tally;

    DeviceCounters(DeviceTally tally) {
        this.tally = tally;
    }

    /** {@return the name of the provider, for example {@code ffm}} */
    public String provider() {
        return tally.provider();
    }

    /** {@return the name of the device, for example {@code mlx5_0}} */
    public String device() {
        return tally.device();
    }

    /**
     * Returns all counters.
     *
     * @return the present values by name, in alphabetical order
     */
    public Map<String, Long> values() {
        return tally.values();
    }

    /**
     * Returns one counter.
     *
     * @param name the name
     * @return the present value, 0 if there is no counter of this name
     */
    public long value(String name) {
        return tally.value(name);
    }
}
