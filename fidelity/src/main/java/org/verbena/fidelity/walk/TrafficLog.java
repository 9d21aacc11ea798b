// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.verbena.AsyncEvent;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.QueuePair;
import org.verbena.attr.CompletionFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.WcOpcode;
import org.verbena.error.VerbsException;

/** A log of the completions, events, negative acknowledgements and states of one device since the start of a step. */
final class TrafficLog {
    static final String SEND = "send";
    static final String RECV = "recv";
    static final String EVENTS = "events";
    static final String NAKS = "naks";
    static final String STATE = "state";

    private static final int COMPLETIONS = 32;

    /** The opcodes for which {@code byte_len} is defined: see {@link CompletionArray#byteLen}. */
    private static final Set<WcOpcode> LENGTHS_COUNT = EnumSet.of(
            WcOpcode.RECV, WcOpcode.RECV_RDMA_WITH_IMM, WcOpcode.RDMA_READ, WcOpcode.COMP_SWAP, WcOpcode.FETCH_ADD);

    private final Traffic traffic;
    private final Map<Side, CompletionArray> completions;
    private final Map<String, List<String>> sent = new TreeMap<>();
    private final Map<String, List<String>> received = new TreeMap<>();
    private final Set<String> events = new TreeSet<>();
    private final NakLog naks;
    private int count;

    /**
     * Creates a log.
     *
     * @param traffic the traffic of the device
     * @param naks the source of its negative acknowledgements, if they count
     */
    TrafficLog(Traffic traffic, Optional<NakSource> naks) {
        this.traffic = traffic;
        this.naks = new NakLog(traffic, naks);
        this.completions = traffic.sides()
                .collect(Collectors.toMap(side -> side, side -> side.context().newCompletionArray(COMPLETIONS)));
    }

    /** Clears the log before a step. */
    void begin() {
        sent.clear();
        received.clear();
        events.clear();
        naks.begin();
        count = 0;
    }

    /** Collects all available completions and events, and returns whether there were any. */
    boolean drain() {
        int before = count + events.size();
        for (int end = 0; end < traffic.sides().count(); end++) {
            Side side = traffic.side(end);
            Side peer = traffic.side(1 - end);
            side.queues().toList().forEach(cq -> poll(cq, side, peer));
            drainEvents(side);
        }
        naks.drain();
        return count + events.size() > before;
    }

    private void drainEvents(Side side) {
        for (Optional<AsyncEvent> event = side.context().asyncEvents().nextEvent();
                event.isPresent();
                event = side.context().asyncEvents().nextEvent()) {
            events.add(event.get().eventType() + "@"
                    + event.get().element().map(traffic::label).orElse("-"));
        }
        for (Optional<CompletionQueue> cq = side.channel().nextEvent();
                cq.isPresent();
                cq = side.channel().nextEvent()) {
            cq.get().ackEvents(1);
            events.add("notified@" + traffic.label(cq.get()));
        }
    }

    private void poll(CompletionQueue cq, Side side, Side peer) {
        CompletionArray found = Objects.requireNonNull(completions.get(side));
        int number;
        do {
            number = cq.poll(found);
            for (int i = 0; i < number; i++) {
                add(found, i, side, peer);
            }
            count += number;
        } while (number == COMPLETIONS);
    }

    private void add(CompletionArray found, int index, Side side, Side peer) {
        int step = (int) found.wrId(index);
        String qp = side.labelOf(found.qpNum(index));
        Map<String, List<String>> group = traffic.isReceive(step) ? received : sent;
        group.computeIfAbsent(qp, key -> new ArrayList<>()).add(describe(step, found, index, peer));
        if (found.isSuccess(index)) {
            traffic.succeeded(step);
        }
        // A failed receive may contain the header as well, if the data did not fit behind it.
        if (traffic.isReceive(step) && traffic.isDatagram(qp)) {
            traffic.clearRouteHeader(step);
        }
    }

    private String describe(int step, CompletionArray found, int index, Side peer) {
        if (!found.isSuccess(index)) {
            return step + ":" + found.status(index);
        }
        WcOpcode opcode = found.opcode(index);
        StringJoiner text = new StringJoiner(":").add(Integer.toString(step)).add(opcode.toString());
        if (LENGTHS_COUNT.contains(opcode)) {
            text.add(Long.toString(found.byteLen(index)));
        }
        int flags = found.wcFlags(index);
        if (flags != 0) {
            text.add("flags=" + flags);
        }
        if (found.has(index, CompletionFlag.WITH_IMM) && traffic.isReceive(step)) {
            text.add("imm=" + found.immData(index));
        }
        if (traffic.isReceive(step) && found.srcQp(index) != 0) {
            text.add("from=" + peer.labelOf(found.srcQp(index)));
        }
        return text.toString();
    }

    /** Returns the completions, events and negative acknowledgements, by value name. */
    Map<String, String> shown() {
        Map<String, String> values = new LinkedHashMap<>();
        putIfAny(values, SEND, text(sent));
        putIfAny(values, RECV, text(received));
        putIfAny(values, EVENTS, String.join(",", events));
        putIfAny(values, NAKS, text(naks.byRequester()));
        return values;
    }

    private static void putIfAny(Map<String, String> values, String name, String text) {
        if (!text.isEmpty()) {
            values.put(name, text);
        }
    }

    private static String text(Map<String, List<String>> groups) {
        return groups.entrySet().stream()
                .map(group -> group.getKey() + group.getValue())
                .collect(Collectors.joining(" "))
                .replace(", ", ",");
    }

    /** Returns the states of all open queue pairs as the device reports them. */
    String states() {
        return traffic.ends().map(end -> end.label() + ":" + state(end.qp())).collect(Collectors.joining(","));
    }

    private static String state(QueuePair qp) {
        try {
            QpAttr attr =
                    qp.query(Flags.of(QpAttr.Mask.STATE, QpAttr.Mask.CUR_STATE)).attr();
            return attr.qpState()
                    + (attr.curQpState() == attr.qpState() ? "" : "/" + attr.curQpState())
                    + (attr.sqDraining() == 0 ? "" : "/draining");
        } catch (VerbsException e) {
            return e.errno().name();
        }
    }
}
