// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.datapath;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.verbena.CompletionQueue;
import org.verbena.Flow;
import org.verbena.RwqIndTable;
import org.verbena.WorkQueue;
import org.verbena.attr.RxHashField;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqState;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.engine.DataPathBehaviours;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.traffic.Completions;
import org.verbena.tck.traffic.Endpoint;
import org.verbena.tck.traffic.Memory;
import org.verbena.tck.traffic.Packet;

/** Receive-side scaling over a table of work queues: {@code ibv_create_qp_ex(3)}. */
public final class HashFields implements DataPathBehaviours {
    private static final int FLOWS = 8;
    private static final int PORT = 4711;

    @Override
    public List<Capability> needs() {
        return List.of(Capability.CONNECT, Capability.WQ, Capability.RSS, Capability.RSS_FLOW);
    }

    @Behaviour(
            id = "WQ-08",
            says =
                    "packets of many senders are spread over the queues of the table, each sender's packets to one queue")
    public void spreads(Fixture fixture) {
        assertSpread(
                fixture,
                flow -> packetOf(flow).bytes(),
                flow -> packetOf(flow).bytes(),
                RxHashField.SRC_IPV4,
                RxHashField.DST_IPV4,
                RxHashField.SRC_PORT_UDP,
                RxHashField.DST_PORT_UDP);
    }

    @Behaviour(
            id = "WQ-08-FIELDS",
            says = "frames that differ in one field of the hash are spread over the queues; no other field counts")
    public void hashesEachField(Fixture fixture) {
        assertFields(fixture, RxHashField.SRC_IPV4, RxHashField.DST_IPV4);
        assertFields(fixture, RxHashField.SRC_IPV6, RxHashField.DST_IPV6);
        assertFields(fixture, RxHashField.SRC_PORT_TCP, RxHashField.DST_PORT_TCP);
        assertFields(fixture, RxHashField.SRC_PORT_UDP, RxHashField.DST_PORT_UDP);
    }

    /** Asserts that each field of a pair counts. A hash of ports has the addresses too because mlx4 requires them. */
    private static void assertFields(Fixture fixture, RxHashField source, RxHashField destination) {
        boolean isAddress = source == RxHashField.SRC_IPV4 || source == RxHashField.SRC_IPV6;
        RxHashField[] others = isAddress
                ? new RxHashField[] {destination}
                : new RxHashField[] {destination, RxHashField.SRC_IPV4, RxHashField.DST_IPV4};
        for (RxHashField varied : List.of(source, destination)) {
            assertSpread(
                    fixture,
                    flow -> Packet.varied(varied, flow, 0),
                    flow -> Packet.varied(varied, flow, 1),
                    source,
                    others);
        }
    }

    @Behaviour(
            id = "WQ-08-SPI",
            needs = Capability.RSS_IPSEC_SPI,
            says = "with IPSEC_SPI, one security association uses one queue, and many are spread over the queues")
    public void hashesSpi(Fixture fixture) {
        assertSpread(
                fixture,
                flow -> Packet.esp(0x1000 + 7 * flow, 1),
                flow -> Packet.esp(0x1000 + 7 * flow, 2),
                RxHashField.IPSEC_SPI,
                RxHashField.SRC_IPV4);
    }

    @Behaviour(
            id = "WQ-08-INNER",
            needs = Capability.RSS_INNER,
            says = "with INNER, the hash covers the packet inside VXLAN, GRE and IP in IP, not the outer packet")
    public void hashesInnerPacket(Fixture fixture) {
        RxHashField[] fields = {
            RxHashField.SRC_IPV4, RxHashField.DST_IPV4, RxHashField.SRC_PORT_UDP, RxHashField.DST_PORT_UDP
        };
        assertSpread(
                fixture,
                flow -> packetOf(flow).inVxlan(1),
                flow -> packetOf(flow).inVxlan(2),
                RxHashField.INNER,
                fields);
        assertSpread(
                fixture, flow -> packetOf(flow).inGre(1), flow -> packetOf(flow).inGre(2), RxHashField.INNER, fields);
        assertSpread(
                fixture,
                flow -> packetOf(flow).inIpv4(1),
                flow -> packetOf(flow).inVxlan(2),
                RxHashField.INNER,
                fields);
    }

    private static Packet packetOf(int flow) {
        return new Packet(1000 + 7 * flow, PORT, 20);
    }

    /** Asserts that both frames of a flow reach the same queue, and that the flows use both queues. */
    private static void assertSpread(
            Fixture fixture,
            IntFunction<byte[]> first,
            IntFunction<byte[]> second,
            RxHashField field,
            RxHashField... others) {
        Memory memory = Memory.of(fixture.pd(), Memory.ALL);
        // Consecutive work queues have different completion queues.
        CompletionQueue even = fixture.cq(64);
        CompletionQueue odd = fixture.cq(64);
        Iterator<CompletionQueue> cqs =
                Stream.iterate(even, last -> last.equals(even) ? odd : even).iterator();
        RwqIndTable table = fixture.table(
                2,
                () -> fixture.context()
                        .createWq(fixture.wqRequest().cq(cqs.next()).maxWr(32).build()));
        for (WorkQueue queue : table.workQueues()) {
            queue.modify(WqAttr.builder().wqState(WqState.RDY).build());
            for (int i = 0; i < 2 * FLOWS; i++) {
                queue.postRecv(CreationFlags.receive(fixture, memory));
            }
        }
        List<Completions> queues = table.workQueues().stream()
                .map(WorkQueue::cq)
                .map(Completions::new)
                .toList();
        Endpoint sender = CreationFlags.sender(fixture);

        Flow rule = WorkQueueReceives.lead(fixture, table, field, others);
        Set<Integer> used = new HashSet<>();
        for (int flow = 0; flow < FLOWS; flow++) {
            CreationFlags.transmit(sender, first.apply(flow));
            int queue = Completions.first(queues);
            CreationFlags.transmit(sender, second.apply(flow));
            assertThat(Completions.first(queues)).as("queue of flow %d", flow).isEqualTo(queue);
            used.add(queue);
        }
        rule.close();
        assertThat(used).containsExactlyInAnyOrder(0, 1);
    }
}
