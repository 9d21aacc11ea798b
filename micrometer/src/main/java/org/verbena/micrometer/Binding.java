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
import java.util.function.ToDoubleFunction;
import org.verbena.attr.WcStatus;
import org.verbena.core.observe.DataPathCounters;
import org.verbena.core.observe.DeviceCounters;

/** The meters in one registry. It keeps the objects that they read reachable, because meters refer to them weakly. */
final class Binding {
    private static final List<String> KINDS = List.of(
            "device context",
            "protection domain",
            "memory region",
            "memory window",
            "completion channel",
            "completion queue",
            "queue pair",
            "shared receive queue",
            "work queue",
            "indirection table",
            "address handle",
            "flow rule",
            "XRC domain");

    private final MeterRegistry registry;
    private final Tags tags;
    private final DataPathCounters.Registration listening;
    private final Map<DeviceCounters, DeviceView> views = new ConcurrentHashMap<>();
    private final Set<Meter> meters = ConcurrentHashMap.newKeySet();
    private volatile boolean ended;

    Binding(MeterRegistry registry, Tags tags) {
        this.registry = registry;
        this.tags = tags;
        this.listening = DataPathCounters.listen(this::add);
    }

    /** Adds the meters of the devices that have been opened before. */
    void start() {
        DataPathCounters.devices().forEach(this::add);
    }

    void end() {
        ended = true;
        listening.close();
        removeMeters();
    }

    private void removeMeters() {
        for (Meter meter : meters) {
            meters.remove(meter);
            registry.remove(meter);
        }
    }

    /** Adds the meters of a device that do not exist yet. */
    private void add(DeviceCounters device) {
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
        for (String kind : KINDS) {
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
        counter(device, "verbena.posted", own.and("queue", "send"), posted, "posted_sends");
        counter(device, "verbena.posted", own.and("queue", "recv"), posted, "posted_recvs");
        bytes(device, "verbena.posted.bytes", own.and("direction", "send"), "posted_send_bytes");
        bytes(device, "verbena.posted.bytes", own.and("direction", "read"), "posted_read_bytes");
        bytes(device, "verbena.received.bytes", own, "received_bytes");
        counter(device, "verbena.polls", own.and("result", "empty"), "Polls", "empty_polls");
        add(device, "verbena.polls", own.and("result", "completions"), "Polls", Binding::successfulPolls);
        for (WcStatus status : WcStatus.values()) {
            String name = "wc_" + status.name().toLowerCase(Locale.ROOT);
            counter(device, "verbena.completions", own.and("status", status.name()), "Polled completions", name);
        }
        String events = "Events that the application has taken";
        counter(device, "verbena.events", own.and("type", "completion"), events, "cq_events");
        counter(device, "verbena.events", own.and("type", "async"), events, "async_events");
    }

    /** Returns the number of polls that found completions. A poll counts before its lack of completions does. */
    private static double successfulPolls(DeviceCounters device) {
        long empty = device.value("empty_polls");
        return device.value("polls") - empty;
    }

    private void counter(DeviceCounters device, String name, Tags own, String description, String counter) {
        add(device, name, own, description, known -> known.value(counter));
    }

    private void add(
            DeviceCounters device, String name, Tags own, String description, ToDoubleFunction<DeviceCounters> value) {
        meters.add(FunctionCounter.builder(name, device, value)
                .description(description)
                .tags(own)
                .register(registry));
    }

    private void bytes(DeviceCounters device, String name, Tags own, String counter) {
        meters.add(FunctionCounter.builder(name, device, known -> known.value(counter))
                .baseUnit(BaseUnits.BYTES)
                .tags(own)
                .register(registry));
    }

    private void addPort(DeviceView view, Tags own, int port, String name) {
        meters.add(FunctionCounter.builder("verbena.port.counters", view, known -> known.portCounter(port, name))
                .description("Counters of the port as the driver names them")
                .tags(own.and("port", Integer.toString(port), "counter", name))
                .register(registry));
    }
}
