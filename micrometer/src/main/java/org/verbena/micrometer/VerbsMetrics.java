// SPDX-License-Identifier: Apache-2.0
package org.verbena.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.verbena.core.observe.DataPathCounters;

/**
 * Metrics of all devices that are opened in this JVM, before or after the binding. Each meter has the tags
 * {@code provider} and {@code device}.
 *
 * <table>
 *   <caption>Meters</caption>
 *   <tr><th>Name</th><th>Type</th><th>Further tags</th><th>Value</th></tr>
 *   <tr><td>{@code verbena.handles}</td><td>gauge</td><td>{@code kind}</td><td>open handles</td></tr>
 *   <tr><td>{@code verbena.handles.leaked}</td><td>gauge</td><td></td>
 *       <td>handles that the application lost without closing them</td></tr>
 *   <tr><td>{@code verbena.posted}</td><td>counter</td><td>{@code queue}: send, recv</td>
 *       <td>posted work requests</td></tr>
 *   <tr><td>{@code verbena.posted.bytes}</td><td>counter</td><td>{@code direction}: send, read</td>
 *       <td>bytes of posted send work requests</td></tr>
 *   <tr><td>{@code verbena.received.bytes}</td><td>counter</td><td></td><td>bytes of received messages</td></tr>
 *   <tr><td>{@code verbena.polls}</td><td>counter</td><td>{@code result}: completions, empty</td><td>polls</td></tr>
 *   <tr><td>{@code verbena.completions}</td><td>counter</td><td>{@code status}: SUCCESS, RETRY_EXC_ERR</td>
 *       <td>polled completions</td></tr>
 *   <tr><td>{@code verbena.events}</td><td>counter</td><td>{@code type}: completion, async</td>
 *       <td>events that the application has taken</td></tr>
 *   <tr><td>{@code verbena.port.counters}</td><td>counter</td><td>{@code port}, {@code counter}</td>
 *       <td>the counters of {@link org.verbena.DeviceContext#portCounters}; port 0 is the device</td></tr>
 * </table>
 *
 * <p>The meters from {@code verbena.posted} to {@code verbena.events} require {@link DataPathCounters}, which must be
 * enabled when the device is opened, or when the registry is bound. No meter keeps a handle reachable. The number of
 * meters depends on the devices and their ports only. The meters of a device remain when its device contexts are
 * closed, until {@link #close()} removes them.
 *
 * <p>Handles and port counters are read at most once a second for each device. Thread-safe.
 */
public final class VerbsMetrics implements MeterBinder, AutoCloseable {
    private final Tags tags;
    private final List<Binding> bindings = new CopyOnWriteArrayList<>();

    /** Creates metrics without additional tags. */
    public VerbsMetrics() {
        this(Tags.empty());
    }

    /**
     * Creates metrics.
     *
     * @param tags the tags that each meter has in addition
     */
    public VerbsMetrics(Iterable<Tag> tags) {
        this.tags = Tags.of(tags);
    }

    /**
     * Registers the meters. Those of other devices follow when the devices are opened.
     *
     * @param registry the registry
     */
    @Override
    public void bindTo(MeterRegistry registry) {
        Binding binding = new Binding(registry, tags);
        bindings.add(binding);
        binding.start();
    }

    /** Removes the meters from all registries. A second call has no effect. */
    @Override
    public void close() {
        for (Binding binding : List.copyOf(bindings)) {
            bindings.remove(binding);
            binding.end();
        }
    }
}
