// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.datapath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.tck.fixture.RefusalAssert.assertRefused;
import static org.verbena.tck.traffic.WorkRequest.send;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.verbena.Completion;
import org.verbena.CompletionQueueEx;
import org.verbena.CqInitAttr;
import org.verbena.Flow;
import org.verbena.MemoryRegion;
import org.verbena.QueuePair;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.CompletionFlag;
import org.verbena.attr.DeviceCapFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.FlowAttr;
import org.verbena.attr.FlowAttrType;
import org.verbena.attr.FlowFlag;
import org.verbena.attr.FlowSpec;
import org.verbena.attr.FlowSpecType;
import org.verbena.attr.QpType;
import org.verbena.attr.SendFlag;
import org.verbena.attr.SendOp;
import org.verbena.attr.WcFlag;
import org.verbena.attr.WcStatus;
import org.verbena.error.Errno;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.traffic.Endpoint;
import org.verbena.tck.traffic.Packet;
import org.verbena.tck.traffic.PostingStyle;
import org.verbena.tck.traffic.QpPair;
import org.verbena.tck.traffic.Reading;
import org.verbena.tck.traffic.WorkRequest;

/** Raw Ethernet frames, and the flow rules that direct them to a queue pair: {@code ibv_create_flow(3)}. */
public final class RawPackets extends ByPosting {
    private static final int PORT = 4711;
    private static final int RECV_LENGTH = 2048;
    private static final int ETH_FILTER = 16;

    /**
     * Creates the behaviours for one posting style.
     *
     * @param posting the posting style
     */
    public RawPackets(PostingStyle posting) {
        super(posting, Capability.RAW_PACKET, Capability.FLOW);
    }

    private QpPair pair(Fixture fixture) {
        QpPair pair = pair(fixture, QpType.RAW_PACKET, SendOp.SEND);
        pair.responder().postRecv(1, 0, RECV_LENGTH);
        pair.responder().postRecv(2, RECV_LENGTH, RECV_LENGTH);
        return pair;
    }

    private static Flow rule(Endpoint receiver, int port) {
        return receiver.qp()
                .createFlow(FlowAttr.builder()
                        .port(Fixture.PORT)
                        .spec(FlowSpec.udp(OptionalInt.empty(), OptionalInt.of(port)))
                        .build());
    }

    private static byte[] transmit(QpPair pair, int port) {
        byte[] frame = new Packet(1000, port, 8).bytes();
        transmit(pair, frame);
        return frame;
    }

    private static void transmit(QpPair pair, byte[] frame, SendFlag... flags) {
        pair.requester().memory().region().view(0, frame.length).put(frame);
        WorkRequest request = send().id(9).data(pair.requester().memory(), 0, frame.length);
        for (SendFlag flag : flags) {
            request.with(flag);
        }
        pair.post(request);
        pair.requester().sends().success(9);
    }

    @Behaviour(id = "RAW-01", says = "a frame arrives unchanged at the queue pair whose rule it matches")
    public void followsRule(Fixture fixture) {
        QpPair pair = pair(fixture);
        Endpoint other = pair(fixture).responder();
        rule(pair.responder(), PORT);
        rule(other, PORT + 1);

        byte[] frame = transmit(pair, PORT);

        Completion received = pair.responder().receives().success(1);
        assertThat(received.byteLen()).isEqualTo(frame.length);
        assertThat(pair.responder().memory().bytes(0, frame.length)).isEqualTo(frame);
        other.receives().assertNone();
    }

    @Behaviour(id = "RAW-01-OTHER", says = "a frame that matches no rule is lost")
    public void needsRule(Fixture fixture) {
        QpPair pair = pair(fixture);
        rule(pair.responder(), PORT);

        transmit(pair, PORT + 1);

        pair.responder().receives().assertNone();
    }

    @Behaviour(id = "RAW-01-DEFAULT", says = "the default rule receives the frames that no other rule matches")
    public void followsDefaultRule(Fixture fixture) {
        QpPair pair = pair(fixture);
        Endpoint rest = pair(fixture).responder();
        rule(pair.responder(), PORT);
        rest.qp()
                .createFlow(FlowAttr.builder()
                        .type(FlowAttrType.ALL_DEFAULT)
                        .port(Fixture.PORT)
                        .build());

        transmit(pair, PORT + 1);
        rest.receives().success(1);
        transmit(pair, PORT);
        pair.responder().receives().success(1);
        rest.receives().assertNone();
    }

    @Behaviour(
            id = "RAW-01-CLOSED",
            says = "a queue pair with a rule cannot be destroyed; a destroyed rule delivers nothing")
    public void forgetsRule(Fixture fixture) {
        QpPair pair = pair(fixture);
        Flow rule = rule(pair.responder(), PORT);
        assertRefused(pair.responder().qp()::close).byDevice().withErrno(Errno.EBUSY);

        transmit(pair, PORT);
        pair.responder().receives().success(1);
        rule.close();
        transmit(pair, PORT);

        pair.responder().receives().assertNone();
        pair.responder().qp().close();
    }

    @Behaviour(
            id = "RAW-01-IOVA",
            says = "a frame in a region with a chosen iova is rejected, because the driver would read its header there")
    public void followsNoChosenAddress(Fixture fixture) {
        QpPair pair = pair(fixture);
        ByteBuffer buffer = ByteBuffer.allocateDirect(RECV_LENGTH);
        MemoryRegion plain = fixture.pd().regMr(buffer, Flags.of(AccessFlag.LOCAL_WRITE));
        long offsetInPage = plain.address() & 4095;
        MemoryRegion chosen = fixture.pd().regMrIova(buffer, 4096 + offsetInPage, Flags.of(AccessFlag.LOCAL_WRITE));

        assertRefused(() -> pair.post(send().id(9).data(chosen, 0, 64))).byVerbena();
        pair.requester().sends().assertNone();
    }

    @Behaviour(id = "RAW-01-SMALL", says = "a frame longer than its receive does not complete with success")
    public void doesNotOverrunReceives(Fixture fixture) {
        QpPair pair = pair(fixture, QpType.RAW_PACKET, SendOp.SEND);
        pair.responder().postRecv(1, 0, 20);
        rule(pair.responder(), PORT);

        transmit(pair, PORT);

        assertThat(pair.responder().receives().soon().map(Completion::status))
                .isNotEqualTo(Optional.of(WcStatus.SUCCESS));
        assertThat(pair.responder().memory().bytes(20, 64)).containsOnly(0);
    }

    // ---------------------------------------------------------------- checksums

    @Behaviour(
            id = "RAW-02",
            needs = Capability.IP_CSUM,
            says = "with IP_CSUM the device writes the checksums of IPv4 and UDP, and the receiver reports IP_CSUM_OK")
    public void writesChecksums(Fixture fixture) {
        QpPair pair = pair(fixture);
        rule(pair.responder(), PORT);
        Packet packet = new Packet(1000, PORT, 8);

        transmit(pair, packet.bytes(), SendFlag.IP_CSUM);

        Completion received = pair.responder().receives().success(1);
        byte[] expected = packet.withChecksums();
        assertThat(pair.responder().memory().bytes(0, expected.length)).isEqualTo(expected);
        assertThat(received.wcFlags().contains(CompletionFlag.IP_CSUM_OK))
                .as("%s", received)
                .isTrue();
        assertThat(pair.requester().memory().bytes(0, expected.length))
                .as("the sender's memory")
                .isEqualTo(packet.bytes());
    }

    @Behaviour(
            id = "RAW-02-WITHOUT",
            says = "without IP_CSUM the frame is sent as it is, and IP_CSUM_OK is not reported for wrong checksums")
    public void sendsWrongChecksums(Fixture fixture) {
        QpPair pair = pair(fixture);
        rule(pair.responder(), PORT);
        byte[] frame = new Packet(1000, PORT, 8).withChecksums();
        byte[] wrong = frame.clone();
        wrong[wrong.length - 1] ^= 1;

        transmit(pair, wrong);
        Completion received = pair.responder().receives().success(1);
        assertThat(received.wcFlags().contains(CompletionFlag.IP_CSUM_OK))
                .as("%s", received)
                .isFalse();
        assertThat(pair.responder().memory().bytes(0, wrong.length)).isEqualTo(wrong);

        transmit(pair, frame);
        pair.responder().receives().success(2);
        assertThat(pair.responder().memory().bytes(RECV_LENGTH, frame.length)).isEqualTo(frame);
    }

    @Behaviour(id = "RAW-02-ABSENT", says = "a device without RAW_IP_CSUM does not send a frame with IP_CSUM")
    public void refusesChecksums(Fixture fixture) {
        QpPair pair = pair(fixture);
        rule(pair.responder(), PORT);
        byte[] frame = new Packet(1000, PORT, 8).bytes();
        if (fixture.limits().deviceCapFlags().contains(DeviceCapFlag.RAW_IP_CSUM)) {
            transmit(pair, frame, SendFlag.IP_CSUM);
            pair.responder().receives().success(1);
        } else {
            assertRefused(() -> transmit(pair, frame, SendFlag.IP_CSUM))
                    .byDevice()
                    .withErrno(Errno.EINVAL);
            pair.responder().receives().assertNone();
        }
    }

    // ---------------------------------------------------------------- flags and tags of rules

    private static FlowAttr.Builder udp(int port) {
        return FlowAttr.builder().port(Fixture.PORT).spec(FlowSpec.udp(OptionalInt.empty(), OptionalInt.of(port)));
    }

    @Behaviour(
            id = "RAW-03",
            needs = Capability.FLOW_DONT_TRAP,
            says = "a frame that matches a rule with DONT_TRAP is passed to the subsequent rule as well")
    public void passesFrames(Fixture fixture) {
        QpPair pair = pair(fixture);
        Endpoint first = pair(fixture).responder();
        FlowAttr.Builder every = FlowAttr.builder()
                .port(Fixture.PORT)
                .spec(FlowSpec.of(FlowSpecType.ETH, new byte[ETH_FILTER], new byte[ETH_FILTER]));
        pair.responder().qp().createFlow(udp(PORT).priority(1).build());
        Flow passing =
                first.qp().createFlow(every.flags(Flags.of(FlowFlag.DONT_TRAP)).build());

        transmit(pair, PORT);
        first.receives().success(1);
        pair.responder().receives().success(1);

        passing.close();
        first.qp().createFlow(every.flags(Flags.none(FlowFlag.class)).build());
        transmit(pair, PORT);
        first.receives().success(2);
        pair.responder().receives().assertNone();
    }

    @Behaviour(id = "RAW-03-DEFAULT", says = "a default rule does not take DONT_TRAP")
    public void passesNothingAfterDefault(Fixture fixture) {
        QueuePair qp = fixture.qp(QpType.RAW_PACKET);
        for (FlowAttrType type : List.of(FlowAttrType.ALL_DEFAULT, FlowAttrType.MC_DEFAULT)) {
            FlowAttr rule = FlowAttr.builder()
                    .type(type)
                    .port(Fixture.PORT)
                    .flags(Flags.of(FlowFlag.DONT_TRAP))
                    .build();
            assertRefused(() -> qp.createFlow(rule)).byDevice().withErrno(Errno.EINVAL, Errno.EOPNOTSUPP);
        }
    }

    @Behaviour(id = "RAW-03-UNKNOWN", says = "a rule with an unknown flag is refused")
    public void knowsFlags(Fixture fixture) {
        QueuePair qp = fixture.qp(QpType.RAW_PACKET);
        FlowAttr rule = udp(PORT).flags(Flags.ofMask(FlowFlag.class, 1 << 5)).build();
        assertRefused(() -> qp.createFlow(rule)).byDevice().withErrno(Errno.EINVAL, Errno.EOPNOTSUPP);
    }

    @Behaviour(id = "RAW-04", needs = Capability.FLOW_EGRESS, says = "a rule with EGRESS receives nothing")
    public void receivesNothing(Fixture fixture) {
        QpPair pair = pair(fixture);
        pair.responder()
                .qp()
                .createFlow(udp(PORT).flags(Flags.of(FlowFlag.EGRESS)).build());

        transmit(pair, PORT);

        pair.responder().receives().assertNone();
    }

    @Behaviour(
            id = "RAW-04-DROP",
            needs = Capability.FLOW_EGRESS,
            says = "a sent frame that matches a rule with EGRESS and a drop action does not arrive")
    public void dropsSentFrames(Fixture fixture) {
        QpPair pair = pair(fixture);
        rule(pair.responder(), PORT);
        Flow drop = pair.requester()
                .qp()
                .createFlow(udp(PORT)
                        .flags(Flags.of(FlowFlag.EGRESS))
                        .spec(FlowSpec.of(FlowSpecType.ACTION_DROP, new byte[0], new byte[0]))
                        .build());

        transmit(pair, PORT);
        pair.responder().receives().assertNone();

        drop.close();
        transmit(pair, PORT);
        pair.responder().receives().success(1);
    }

    @Behaviour(
            id = "CQ-07-TAG",
            needs = Capability.FLOW_TAG,
            says = "a completion carries the tag of the flow rule that directed its frame")
    public void reportsTags(Fixture fixture) {
        CompletionQueueEx cq = fixture.context()
                .createCqEx(CqInitAttr.builder()
                        .cqe(4)
                        .wcFlags(WcFlag.BYTE_LEN, WcFlag.FLOW_TAG)
                        .build());
        QpPair pair = QpPair.of(
                fixture,
                QpType.RAW_PACKET,
                request -> asked(request, SendOp.SEND),
                request -> request.qp(qp -> qp.recvCq(cq)));
        Endpoint receiver = pair.responder();
        receiver.postRecv(1, 0, RECV_LENGTH);
        receiver.postRecv(2, RECV_LENGTH, RECV_LENGTH);
        receiver.qp().createFlow(udp(PORT).spec(tag(0x12_3456)).build());
        receiver.qp().createFlow(udp(PORT + 1).spec(tag(7)).build());

        transmit(pair, PORT + 1);
        transmit(pair, PORT);

        assertTag(cq, 1, 7);
        assertTag(cq, 2, 0x12_3456);
    }

    private static FlowSpec tag(int tag) {
        byte[] value = ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.nativeOrder())
                .putInt(tag)
                .array();
        return FlowSpec.of(FlowSpecType.ACTION_TAG, value, new byte[0]);
    }

    private static void assertTag(CompletionQueueEx cq, long wrId, long tag) {
        Reading.start(cq);
        assertThat(cq.wrId()).isEqualTo(wrId);
        assertThat(cq.flowTag()).isEqualTo(tag);
        cq.endPoll();
    }
}
