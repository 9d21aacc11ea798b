// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.datapath;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.verbena.Completion;
import org.verbena.CompletionQueue;
import org.verbena.RecvBatch;
import org.verbena.WorkQueue;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.QpType;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqFlag;
import org.verbena.attr.WqState;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.engine.DataPathBehaviours;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.traffic.Completions;
import org.verbena.tck.traffic.Endpoint;
import org.verbena.tck.traffic.EndpointRequest;
import org.verbena.tck.traffic.Memory;
import org.verbena.tck.traffic.QpPair;

/**
 * Receives with {@code PCI_WRITE_END_PADDING}. The device may write the rest of a cache line in any way, so the
 * behaviours assert only that it writes nothing else.
 */
public final class EndPadding implements DataPathBehaviours {
    private static final int LINE = 64;
    private static final int FIRST = 40;
    private static final int AREA = 4 * LINE;

    /** The length of the part of a frame that the second element gets. */
    private static final int REST = CreationFlags.frame().length - FIRST;

    /** Lengths of the second element: more than a cache line, a part of the padding, and none of it. */
    private static final List<Integer> ELEMENTS = List.of(2 * LINE, REST + 5, REST);

    /** A receive of two elements, the second of which begins with a cache line. */
    private static final class Receive {
        private final Memory memory;
        private final int second;
        private final int length;
        private final byte[] before;

        Receive(Memory memory, int length) {
            this.memory = memory;
            this.second = AREA + Math.floorMod(-memory.address(0), LINE);
            this.length = length;
            this.before = memory.fill(0, 3 * AREA, length);
        }

        RecvBatch batch(Fixture fixture) {
            RecvBatch batch = fixture.context().newRecvBatch(1, 2);
            batch.add().wrId(1).sge(memory.region(), 0, FIRST).sge(memory.region(), second, length);
            return batch;
        }

        /** Asserts that the frame is complete, and that no byte after its cache line or its element has changed. */
        void assertArrived(Completion completion) {
            byte[] frame = CreationFlags.frame();
            byte[] actual = memory.bytes(0, before.length);
            byte[] expected = before.clone();
            System.arraycopy(frame, 0, expected, 0, FIRST);
            System.arraycopy(frame, FIRST, expected, second, REST);
            int padding = Math.min(length - REST, Math.floorMod(-REST, LINE));
            System.arraycopy(actual, second + REST, expected, second + REST, padding);

            assertThat(completion.byteLen()).isEqualTo(frame.length);
            assertThat(actual).isEqualTo(expected);
        }
    }

    @Behaviour(
            id = "QPX-06-PADDING",
            needs = {Capability.RAW_PACKET, Capability.FLOW, Capability.QP_END_PADDING},
            says = "with PCI_WRITE_END_PADDING a frame arrives, and no byte after its cache line or element changes")
    public void padsFrames(Fixture fixture) {
        Endpoint receiver = EndpointRequest.of(fixture, QpType.RAW_PACKET)
                .qp(qp -> qp.createFlags(QpCreateFlag.PCI_WRITE_END_PADDING))
                .create();
        QpPair.between(receiver, receiver).connect();
        CreationFlags.takeEverything(receiver);
        Endpoint sender = CreationFlags.sender(fixture);

        for (int length : ELEMENTS) {
            Receive receive = new Receive(receiver.memory(), length);
            receiver.qp().postRecv(receive.batch(fixture));
            CreationFlags.transmit(sender, CreationFlags.frame());
            receive.assertArrived(receiver.receives().success(1));
        }
    }

    @Behaviour(
            id = "WQ-03-PADDING",
            needs = {Capability.WQ, Capability.RSS_FLOW, Capability.WQ_END_PADDING},
            says = "with PCI_WRITE_END_PADDING a frame arrives, and no byte after its cache line or element changes")
    public void padsFramesOfWorkQueue(Fixture fixture) {
        CompletionQueue cq = fixture.cq(32);
        WorkQueue queue = fixture.context()
                .createWq(fixture.wqRequest()
                        .cq(cq)
                        .maxSge(2)
                        .createFlags(WqFlag.PCI_WRITE_END_PADDING)
                        .build());
        queue.modify(WqAttr.builder().wqState(WqState.RDY).build());
        CreationFlags.lead(fixture, queue);
        Memory memory = Memory.of(fixture.pd(), Memory.ALL);
        Endpoint sender = CreationFlags.sender(fixture);

        for (int length : ELEMENTS) {
            Receive receive = new Receive(memory, length);
            queue.postRecv(receive.batch(fixture));
            CreationFlags.transmit(sender, CreationFlags.frame());
            receive.assertArrived(new Completions(cq).success(1));
        }
    }
}
