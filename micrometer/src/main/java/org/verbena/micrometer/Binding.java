// SPDX-License-Identifier: Apache-2.0
package org.verbena.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.verbena.attr.WcStatus;
import org.verbena.core.observe.DataPathCounters;
import org.verbena.core.observe.DeviceCounters;
import org.verbena.core.observe.ObjectKind;

/** The meters in one registry. It keeps the objects that they read reachable, because meters refer to them weakly. */
final class Binding {
    private final MeterRegistry registry;
    private final Tags tags;
    private final DataPathCounters.Registration listening;
    private final Map<DeviceCounters, DeviceView> views = new ConcurrentHashMap<>();
    private final Set<Meter> meters = ConcurrentHashMap.newKeySet();
    private volatile boolean ended;

    Binding(MeterRegistry registry, Tags tags) {
        this.registry = registry;
        this.tags = tags;
        this.listening = DataPathCounters.listen(this::addDevice);
    }

    /** Adds the meters of the devices that have been opened before. */
    void start() {
        DataPathCounters.devices().forEach(this::addDevice);
    }

    void end() {
        ended = true;
        listening.close();
        removeMeters();
    }

    private void removeMeters() {
        for (Meter meter : List.copyOf(meters)) {
            meters.remove(meter);
            registry.remove(meter);
        }
    }

    /** Adds the meters of a device that do not exist yet. */
    private void addDevice(DeviceCounters device) {
        DeviceView view = views.computeIfAbsent(
                device, known -> new DeviceView(known, registry.config().clock()));
        Tags own = tags.and("provider", device.provider(), "device", device.device());
        addHandles(view, own);
        if (DataPathCounters.isEnabled()) {
            addDataPath(device, own);
        }
        view.portCounters()
                .forEach((port, counters) -> counters.keySet().forEach(name -> addPort(view, own, port, name)));
        if (ended) {
            removeMeters();
        }
    }

    private void addHandles(DeviceView view, Tags own) {
        for (ObjectKind objects : ObjectKind.values()) {
            String kind = objects.description();
            meters.add(Gauge.builder("verbena.handles", view, known -> known.handles(kind))
                    .description("Open handles")
                    .tags(own.and("kind", kind))
                    .register(registry));
        }
        meters.add(Gauge.builder("verbena.handles.leaked", view, DeviceView::leaked)
                .description("Handles that the application lost without closing them")
                .tags(own)
                .register(registry));
    }

    private void addDataPath(DeviceCounters device, Tags own) {
        String posted = "Posted work requests";
        add(counter(device, "verbena.posted", "posted_sends"), posted, own.and("queue", "send"));
        add(counter(device, "verbena.posted", "posted_recvs"), posted, own.and("queue", "recv"));
        String data = "Data of posted send work requests";
        add(bytes(device, "verbena.posted.bytes", "posted_send_bytes"), data, own.and("direction", "send"));
        add(bytes(device, "verbena.posted.bytes", "posted_read_bytes"), data, own.and("direction", "read"));
        add(bytes(device, "verbena.received.bytes", "received_bytes"), "Data of received messages", own);
        add(counter(device, "verbena.polls", "empty_polls"), "Polls", own.and("result", "empty"));
        add(
                FunctionCounter.builder("verbena.polls", device, Binding::successfulPolls),
                "Polls",
                own.and("result", "completions"));
        for (WcStatus status : WcStatus.values()) {
            add(
                    counter(device, "verbena.completions", "wc_" + status.name().toLowerCase(Locale.ROOT)),
                    "Polled completions",
                    own.and("status", status.name()));
        }
        String events = "Events that the application has taken";
        add(counter(device, "verbena.events", "cq_events"), events, own.and("type", "completion"));
        add(counter(device, "verbena.events", "async_events"), events, own.and("type", "async"));
    }

    /** Returns the number of polls that found completions. A poll counts before its lack of completions does. */
    private static double successfulPolls(DeviceCounters device) {
        long empty = device.value("empty_polls");
        return device.value("polls") - empty;
    }

    private void addPort(DeviceView view, Tags own, int port, String name) {
        add(
                FunctionCounter.builder("verbena.port.counters", view, known -> known.portCounter(port, name)),
                "Counters of the port as the driver names them",
                own.and("port", Integer.toString(port), "counter", name));
    }

    private static FunctionCounter.Builder<DeviceCounters> bytes(DeviceCounters device, String name, String counter) {
        return counter(device, name, counter).baseUnit(BaseUnits.BYTES);
    }

    private static FunctionCounter.Builder<DeviceCounters> counter(DeviceCounters device, String name, String counter) {
        return FunctionCounter.builder(name, device, known -> known.value(counter));
    }

    private void add(FunctionCounter.Builder<?> counter, String description, Tags own) {
        meters.add(counter.description(description).tags(own).register(registry));
    }
}
