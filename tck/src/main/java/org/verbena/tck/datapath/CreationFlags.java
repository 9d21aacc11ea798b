// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.datapath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.tck.fixture.RefusalAssert.assertRefused;
import static org.verbena.tck.traffic.WorkRequest.send;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import org.verbena.Completion;
import org.verbena.CompletionQueue;
import org.verbena.CompletionQueueEx;
import org.verbena.CqInitAttr;
import org.verbena.QueuePairEx;
import org.verbena.RecvBatch;
import org.verbena.SendBatch;
import org.verbena.WorkQueue;
import org.verbena.attr.Flags;
import org.verbena.attr.FlowAttr;
import org.verbena.attr.FlowAttrType;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.QpType;
import org.verbena.attr.RxHashField;
import org.verbena.attr.SendFlag;
import org.verbena.attr.SendOp;
import org.verbena.attr.WcFlag;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqFlag;
import org.verbena.attr.WqState;
import org.verbena.error.Errno;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.engine.DataPathBehaviours;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.fixture.QpStateWalk;
import org.verbena.tck.traffic.Completions;
import org.verbena.tck.traffic.Endpoint;
import org.verbena.tck.traffic.EndpointRequest;
import org.verbena.tck.traffic.Memory;
import org.verbena.tck.traffic.Packet;
import org.verbena.tck.traffic.QpPair;
import org.verbena.tck.traffic.Reading;

/** Effects of creation flags and attributes: {@code ibv_create_qp_ex(3)} and {@code ibv_create_wq(3)}. */
public final class CreationFlags implements DataPathBehaviours {
    private static final int RECV_LENGTH = 512;
    private static final int PORT = 4711;
    private static final int TAG_AT = 12;
    private static final int TAG_LENGTH = 4;
    private static final int TAG = 0x2064;
    private static final int FCS_LENGTH = 4;
    private static final long SOURCE_QPN = 0x12_3456;
    private static final int MAX_TSO_HEADER = 54;
    private static final int ATTEMPTS = 20;

    // ---------------------------------------------------------------- datagrams

    @Behaviour(
            id = "QPX-06-MULTICAST",
            needs = {Capability.UD, Capability.MULTICAST, Capability.BLOCK_SELF_MULTICAST},
            says =
                    "with BLOCK_SELF_MCAST_LB a member does not receive its own multicasts, but receives those of others")
    public void blocksOwnMulticast(Fixture fixture) {
        QpPair pair = QpPair.of(
                fixture, QpType.UD, request -> request.qp(qp -> qp.createFlags(QpCreateFlag.BLOCK_SELF_MCAST_LB)));
        Endpoint blocked = pair.requester();
        Endpoint other = pair.responder();
        for (Endpoint member : List.of(blocked, other)) {
            Groups.join(member);
            member.postRecv(1, 0, RECV_LENGTH);
            member.postRecv(2, RECV_LENGTH, RECV_LENGTH);
        }

        blocked.post(Groups.toGroup(fixture, blocked));

        blocked.sends().success(9);
        other.receives().success(1);
        blocked.receives().assertNone();

        other.post(Groups.toGroup(fixture, other));

        other.sends().success(9);
        other.receives().success(2);
        assertThat(blocked.receives().success(1).srcQp()).isEqualTo(other.qp().qpNum());
    }

    @Behaviour(
            id = "QPX-09-SOURCE-WIRE",
            needs = {Capability.UD, Capability.SOURCE_QPN},
            says = "datagrams carry source_qpn as their sender, and datagrams to that number arrive")
    public void sendsUnderSourceQpn(Fixture fixture) {
        QpPair pair = QpPair.of(
                fixture,
                QpType.UD,
                request ->
                        request.qp(qp -> qp.createFlags(QpCreateFlag.SOURCE_QPN).sourceQpn(SOURCE_QPN)));
        Endpoint named = pair.requester();
        Endpoint peer = pair.responder();
        named.postRecv(1, 0, RECV_LENGTH);
        peer.postRecv(2, 0, RECV_LENGTH);
        byte[] sent = named.memory().fill(RECV_LENGTH, 100, 1);

        pair.post(send().id(3).data(named.memory(), RECV_LENGTH, 100));

        named.sends().success(3);
        assertThat(peer.receives().success(2).srcQp()).isEqualTo(SOURCE_QPN);
        assertThat(peer.memory().bytes(Endpoint.GRH, 100)).isEqualTo(sent);

        peer.post(send().id(4)
                .to(named.addressFor(peer), SOURCE_QPN, QpStateWalk.QKEY)
                .data(peer.memory(), Endpoint.GRH, 100));

        peer.sends().success(4);
        Completion received = named.receives().success(1);
        assertThat(received.srcQp()).isEqualTo(peer.qp().qpNum());
        assertThat(received.qpNum()).isEqualTo(named.qp().qpNum());
        assertThat(named.memory().bytes(Endpoint.GRH, 100)).isEqualTo(sent);
    }

    // ---------------------------------------------------------------- frames of a queue pair

    private static Endpoint frames(Fixture fixture, QpCreateFlag flag, CompletionQueue cq) {
        Endpoint endpoint = EndpointRequest.of(fixture, QpType.RAW_PACKET)
                .qp(qp -> qp.createFlags(flag).recvCq(cq))
                .create();
        QpPair.between(endpoint, endpoint).connect();
        takeEverything(endpoint);
        endpoint.postRecv(1, 0, RECV_LENGTH);
        return endpoint;
    }

    static void takeEverything(Endpoint endpoint) {
        endpoint.qp()
                .createFlow(FlowAttr.builder()
                        .type(FlowAttrType.ALL_DEFAULT)
                        .port(Fixture.PORT)
                        .build());
    }

    static Endpoint sender(Fixture fixture) {
        Endpoint sender = EndpointRequest.of(fixture, QpType.RAW_PACKET).create();
        QpPair.between(sender, sender).connect();
        return sender;
    }

    static void transmit(Endpoint sender, byte[] frame) {
        sender.memory().region().view(RECV_LENGTH, frame.length).put(frame);
        sender.post(send().id(9).data(sender.memory(), RECV_LENGTH, frame.length));
        sender.sends().success(9);
    }

    static byte[] frame() {
        return new Packet(1000, PORT, 40).bytes();
    }

    private static byte[] tagged(byte[] frame) {
        return ByteBuffer.allocate(frame.length + TAG_LENGTH)
                .put(frame, 0, TAG_AT)
                .putShort((short) 0x8100)
                .putShort((short) TAG)
                .put(frame, TAG_AT, frame.length - TAG_AT)
                .array();
    }

    private static byte[] withFcs(byte[] frame) {
        CRC32 crc = new CRC32();
        crc.update(frame);
        return ByteBuffer.allocate(frame.length + FCS_LENGTH)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(frame)
                .putInt((int) crc.getValue())
                .array();
    }

    private static void assertArrived(Completion completion, Memory memory, byte[] expected) {
        assertThat(completion.byteLen()).isEqualTo(expected.length);
        assertThat(memory.bytes(0, expected.length)).isEqualTo(expected);
        assertThat(memory.bytes(expected.length, FCS_LENGTH)).containsOnly(0);
    }

    @Behaviour(
            id = "QPX-06-FCS",
            needs = {Capability.RAW_PACKET, Capability.FLOW, Capability.QP_SCATTER_FCS},
            says = "with SCATTER_FCS the 4 bytes of the frame check sequence follow the frame")
    public void scattersFcs(Fixture fixture) {
        Endpoint receiver = frames(fixture, QpCreateFlag.SCATTER_FCS, fixture.cq(RECV_LENGTH));

        transmit(sender(fixture), frame());

        assertArrived(receiver.receives().success(1), receiver.memory(), withFcs(frame()));
    }

    @Behaviour(
            id = "QPX-06-MULTICAST-RAW",
            needs = {Capability.RAW_PACKET, Capability.FLOW, Capability.BLOCK_SELF_FRAMES},
            says =
                    "with BLOCK_SELF_MCAST_LB a queue pair does not receive its own frames to a group, but those of others")
    public void blocksOwnFrames(Fixture fixture) {
        Endpoint blocked = frames(fixture, QpCreateFlag.BLOCK_SELF_MCAST_LB, fixture.cq(RECV_LENGTH));
        byte[] toGroup = frame();
        toGroup[0] |= 1;

        transmit(blocked, toGroup);
        blocked.receives().assertNone();
        transmit(sender(fixture), toGroup);
        assertArrived(blocked.receives().success(1), blocked.memory(), toGroup);
    }

    private static CompletionQueueEx tagReader(Fixture fixture) {
        return fixture.context()
                .createCqEx(CqInitAttr.builder()
                        .cqe(32)
                        .wcFlags(WcFlag.BYTE_LEN, WcFlag.CVLAN)
                        .build());
    }

    private static void assertStripped(CompletionQueueEx cq, Memory memory) {
        assertFrame(cq, memory, TAG, frame());
    }

    private static void assertFrame(CompletionQueueEx cq, Memory memory, int tag, byte[] expected) {
        Reading.start(cq);
        assertThat(cq.wrId()).isEqualTo(1);
        assertThat(cq.cvlan()).isEqualTo(tag);
        assertThat(cq.byteLen()).isEqualTo(expected.length);
        cq.endPoll();
        assertThat(memory.bytes(0, expected.length)).isEqualTo(expected);
        assertThat(memory.bytes(expected.length, TAG_LENGTH)).containsOnly(0);
    }

    @Behaviour(
            id = "QPX-06-CVLAN",
            needs = {Capability.RAW_PACKET, Capability.FLOW, Capability.QP_CVLAN_STRIPPING},
            says = "with CVLAN_STRIPPING the 802.1Q tag is in the completion and not in memory")
    public void stripsTag(Fixture fixture) {
        CompletionQueueEx cq = tagReader(fixture);
        Endpoint receiver = frames(fixture, QpCreateFlag.CVLAN_STRIPPING, cq);

        transmit(sender(fixture), tagged(frame()));

        assertStripped(cq, receiver.memory());
    }

    @Behaviour(
            id = "QPX-09-TSO-POST",
            needs = {Capability.RAW_PACKET, Capability.TSO},
            says = "a large send with a header longer than max_tso_header fails; a header of that length is sent")
    public void checksTsoHeader(Fixture fixture) {
        Endpoint sender = EndpointRequest.of(fixture, QpType.RAW_PACKET)
                .qp(qp -> qp.maxTsoHeader(MAX_TSO_HEADER))
                .create();
        QpPair.between(sender, sender).connect();

        assertRefused(() -> sender.qp().postSend(largeSend(sender, MAX_TSO_HEADER + 1)))
                .byDevice()
                .withErrno(Errno.EINVAL, Errno.ENOMEM)
                .atWorkRequest(0);
        sender.sends().assertNone();

        sender.qp().postSend(largeSend(sender, MAX_TSO_HEADER));
        sender.sends().success(1);
    }

    @Behaviour(
            id = "QPX-07-TSO",
            needs = {Capability.RAW_PACKET, Capability.FLOW, Capability.TSO_BUILDER},
            says = "wr_send_tso sends the data in frames of at most mss bytes, each with the header")
    public void sendsSegments(Fixture fixture) {
        Endpoint receiver = EndpointRequest.of(fixture, QpType.RAW_PACKET).create();
        QpPair.between(receiver, receiver).connect();
        takeEverything(receiver);
        for (int i = 0; i < 3; i++) {
            receiver.postRecv(i, (long) i * RECV_LENGTH, RECV_LENGTH);
        }
        Endpoint sender = EndpointRequest.of(fixture, QpType.RAW_PACKET)
                .qp(qp -> qp.maxTsoHeader(MAX_TSO_HEADER).sendOpsFlags(SendOp.TSO))
                .create();
        QpPair.between(sender, sender).connect();
        byte[] data = sender.memory().fill(0, 250, 1);
        int header = frame().length - 40;

        QueuePairEx builders = sender.qp().toQpEx().orElseThrow();
        builders.wrStart();
        builders.wrId(9)
                .wrFlags(Flags.of(SendFlag.SIGNALED))
                .wrSendTso(ByteBuffer.wrap(frame(), 0, header), 100)
                .wrSetSge(sender.memory().region(), 0, data.length);
        builders.wrComplete();

        sender.sends().success(9);
        for (int i = 0; i < 3; i++) {
            int length = Math.min(100, data.length - 100 * i);
            assertThat(receiver.receives().success(i).byteLen()).isEqualTo(header + length);
            assertThat(receiver.memory().bytes((long) i * RECV_LENGTH + header, length))
                    .isEqualTo(Arrays.copyOfRange(data, 100 * i, 100 * i + length));
        }
    }

    private static SendBatch largeSend(Endpoint sender, int header) {
        SendBatch batch = sender.qp().context().newSendBatch(1, 1, 64);
        ByteBuffer bytes = ByteBuffer.wrap(Arrays.copyOf(frame(), header));
        batch.add().wrId(1).signaled().tso(bytes, 100).sge(sender.memory().region(), 0, 300);
        return batch;
    }

    // ---------------------------------------------------------------- frames of work queues

    private static WorkQueue queue(Fixture fixture, CompletionQueue cq, WqFlag flag) {
        WorkQueue queue = fixture.context()
                .createWq(fixture.wqRequest().cq(cq).maxWr(16).createFlags(flag).build());
        queue.modify(WqAttr.builder().wqState(WqState.RDY).build());
        return queue;
    }

    static RecvBatch receive(Fixture fixture, Memory memory) {
        RecvBatch batch = fixture.context().newRecvBatch(1, 1);
        batch.add().wrId(1).sge(memory.region(), 0, RECV_LENGTH);
        return batch;
    }

    static void lead(Fixture fixture, WorkQueue queue) {
        WorkQueueReceives.lead(fixture, fixture.table(1, () -> queue), RxHashField.SRC_IPV4, RxHashField.DST_IPV4);
    }

    @Behaviour(
            id = "WQ-03-FCS",
            needs = {Capability.WQ, Capability.RSS_FLOW, Capability.WQ_SCATTER_FCS},
            says = "with SCATTER_FCS the 4 bytes of the frame check sequence follow the frame")
    public void scattersFcsOfWorkQueue(Fixture fixture) {
        CompletionQueue cq = fixture.cq(32);
        WorkQueue queue = queue(fixture, cq, WqFlag.SCATTER_FCS);
        Memory memory = Memory.of(fixture.pd(), Memory.ALL);
        queue.postRecv(receive(fixture, memory));
        lead(fixture, queue);

        transmit(sender(fixture), frame());

        assertArrived(new Completions(cq).success(1), memory, withFcs(frame()));
    }

    @Behaviour(
            id = "WQ-03-CVLAN",
            needs = {Capability.WQ, Capability.RSS_FLOW, Capability.WQ_CVLAN_STRIPPING},
            says = "with CVLAN_STRIPPING the 802.1Q tag is in the completion and not in memory")
    public void stripsTagOfWorkQueue(Fixture fixture) {
        CompletionQueueEx cq = tagReader(fixture);
        WorkQueue queue = queue(fixture, cq, WqFlag.CVLAN_STRIPPING);
        Memory memory = Memory.of(fixture.pd(), Memory.ALL);
        queue.postRecv(receive(fixture, memory));
        lead(fixture, queue);

        transmit(sender(fixture), tagged(frame()));

        assertStripped(cq, memory);
    }

    @Behaviour(
            id = "WQ-04-CVLAN",
            needs = {Capability.WQ, Capability.RSS_FLOW, Capability.WQ_CVLAN_CHANGE},
            says = "a change of CVLAN_STRIPPING begins and ends the stripping of 802.1Q tags")
    public void changesStripping(Fixture fixture) {
        CompletionQueueEx cq = tagReader(fixture);
        WorkQueue queue = fixture.context().createWq(fixture.wqRequest().cq(cq).build());
        queue.modify(WqAttr.builder().wqState(WqState.RDY).build());
        Memory memory = Memory.of(fixture.pd(), Memory.ALL);
        lead(fixture, queue);
        Endpoint sender = sender(fixture);

        for (boolean strips : new boolean[] {false, true, false}) {
            queue.modify(WqAttr.builder()
                    .flags(strips ? Flags.of(WqFlag.CVLAN_STRIPPING) : Flags.none(WqFlag.class))
                    .flagsMask(WqFlag.CVLAN_STRIPPING)
                    .build());
            memory.region().view(0, RECV_LENGTH).put(new byte[RECV_LENGTH]);
            queue.postRecv(receive(fixture, memory));
            transmit(sender, tagged(frame()));
            assertFrame(cq, memory, strips ? TAG : 0, strips ? frame() : tagged(frame()));
        }
    }

    /**
     * Waits for the delayed frame. The device stops waiting after a time, and the test retries if the post was too
     * late.
     */
    @Behaviour(
            id = "WQ-03-DELAY",
            needs = {Capability.WQ, Capability.RSS_FLOW, Capability.WQ_DELAY_DROP},
            says = "with DELAY_DROP a frame without a receive waits for one")
    public void delaysDrop(Fixture fixture) {
        CompletionQueue cq = fixture.cq(32);
        WorkQueue queue = queue(fixture, cq, WqFlag.DELAY_DROP);
        Memory memory = Memory.of(fixture.pd(), Memory.ALL);
        lead(fixture, queue);
        Endpoint sender = sender(fixture);
        Completions received = new Completions(cq);
        RecvBatch receive = receive(fixture, memory);

        boolean waited = false;
        for (int i = 0; i < ATTEMPTS && !waited; i++) {
            transmit(sender, frame());
            queue.postRecv(receive);
            waited = received.soon().isPresent();
            if (!waited) {
                transmit(sender, frame());
                received.success(1);
            }
        }

        assertThat(waited).as("a frame that came before its receive").isTrue();
        assertThat(memory.bytes(0, frame().length)).isEqualTo(frame());
    }
}
