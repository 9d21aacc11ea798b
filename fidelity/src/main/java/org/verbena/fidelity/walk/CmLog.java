// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.zip.CRC32;
import org.verbena.attr.AhAttr;
import org.verbena.cm.CmEvent;
import org.verbena.cm.ConnParam;
import org.verbena.cm.EventChannel;
import org.verbena.cm.UdParam;

/**
 * A log of the events of one device since the start of a step. The order of the events of one identifier counts. The
 * kernel does not define the order of the events of two identifiers.
 */
final class CmLog {
    private final CmWalkSide side;
    private final Map<String, List<String>> events = new TreeMap<>();

    CmLog(CmWalkSide side) {
        this.side = side;
    }

    /** Clears the log before a step. */
    void begin() {
        events.clear();
    }

    /** Takes all available events of the channels that no step reads, and returns whether there were any. */
    boolean drain() {
        boolean any = false;
        for (EventChannel channel : side.drained()) {
            any |= drain(channel);
        }
        return any;
    }

    /** Takes all available events of a channel, and returns whether there were any. */
    boolean drain(EventChannel channel) {
        List<CmEvent> taken = side.take(channel);
        for (CmEvent event : taken) {
            WalkedId id = side.idOf(event);
            events.computeIfAbsent(id.toString(), key -> new ArrayList<>()).add(describe(event, id, channel));
            id.handle(event);
            event.ack();
        }
        return !taken.isEmpty();
    }

    /** Returns the events by the name of their identifier. */
    Map<String, List<String>> events() {
        return events;
    }

    /** Returns whether an identifier has an event. */
    boolean has(WalkedId id) {
        return events.containsKey(id.toString());
    }

    private String describe(CmEvent event, WalkedId id, EventChannel channel) {
        StringJoiner text = new StringJoiner(",", event.type() + "(", ")");
        text.add("channel=" + side.nameOf(channel));
        if (event.status() != 0) {
            text.add("status=" + event.status());
        }
        event.listenId().ifPresent(listener -> text.add("listen_id=" + side.nameOf(listener)));
        event.group().ifPresent(group -> text.add("group=" + side.nameOf(group)));
        event.conn().ifPresent(conn -> text.add(describe(conn)));
        event.ud().ifPresent(ud -> text.add(describe(ud, id)));
        text.add("data=" + describe(event.privateData()));
        return text.toString();
    }

    private String describe(ConnParam conn) {
        return "resources=%d,depth=%d,flow=%d,retry=%d,rnr=%d,srq=%s,qp=%s"
                .formatted(
                        conn.responderResources(),
                        conn.initiatorDepth(),
                        conn.flowControl(),
                        conn.retryCount(),
                        conn.rnrRetryCount(),
                        conn.srq(),
                        side.qpName(conn.qpNum()));
    }

    private String describe(UdParam ud, WalkedId id) {
        return "qp=%s,qkey=%#x,ah=[%s]".formatted(side.qpName(ud.qpNum()), ud.qkey(), describe(ud.ahAttr(), id));
    }

    private String describe(AhAttr ah, WalkedId id) {
        String grh = ah.grh()
                .map(route -> "dgid=%s,flow=%s,hops=%d,class=%d"
                        .formatted(
                                side.addresses().describe(route.dgid()),
                                CmState.flowLabel(route.flowLabel(), id.id()),
                                route.hopLimit(),
                                route.trafficClass()))
                .orElse("");
        return "%s,sl=%d,dlid=%d,port=%d,rate=%d".formatted(grh, ah.sl(), ah.dlid(), ah.portNum(), ah.staticRate());
    }

    private static String describe(ByteBuffer data) {
        CRC32 digest = new CRC32();
        digest.update(data.duplicate());
        return "%d:%08x".formatted(data.remaining(), digest.getValue());
    }
}
