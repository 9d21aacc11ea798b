// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.datapath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.tck.traffic.WorkRequest.send;
import static org.verbena.tck.traffic.WorkRequest.sendImm;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.verbena.AddressHandle;
import org.verbena.Completion;
import org.verbena.attr.AhAttr;
import org.verbena.attr.CompletionFlag;
import org.verbena.attr.Gid;
import org.verbena.attr.GlobalRoute;
import org.verbena.attr.QpType;
import org.verbena.attr.SendOp;
import org.verbena.attr.WcOpcode;
import org.verbena.attr.WcStatus;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.fixture.QpStateWalk;
import org.verbena.tck.traffic.Endpoint;
import org.verbena.tck.traffic.PostingStyle;
import org.verbena.tck.traffic.QpPair;

/** Unreliable datagrams. */
public final class DatagramTransfers extends ByPosting {
    private static final int IMM = 0x8123_4567;
    private static final int RECV_LENGTH = 8192;
    private static final int IPV4_LENGTH = 4;
    private static final int IPV4_HEADER = 20;
    private static final byte PROTOCOL_UDP = 17;

    /**
     * Creates the behaviours for one posting style.
     *
     * @param posting the posting style
     */
    public DatagramTransfers(PostingStyle posting) {
        super(posting, Capability.UD);
    }

    private QpPair pair(Fixture fixture, SendOp first, SendOp... others) {
        return pair(fixture, QpType.UD, first, others);
    }

    @Behaviour(id = "UD-01", says = "datagrams up to the MTU arrive after a global route header of 40 bytes")
    public void sends(Fixture fixture) {
        QpPair pair = pair(fixture, SendOp.SEND);
        for (int size : new int[] {0, 1, 100, pair.mtu() - 1, pair.mtu()}) {
            byte[] sent = pair.requester().memory().fill(0, size, size);
            pair.responder().postRecv(size, 0, RECV_LENGTH);

            pair.post(send().id(size).data(pair.requester().memory(), 0, size));

            assertThat(pair.requester().sends().success(size).opcode()).isEqualTo(WcOpcode.SEND);
            Completion received = pair.responder().receives().success(size);
            assertThat(received.opcode()).isEqualTo(WcOpcode.RECV);
            assertThat(received.byteLen()).isEqualTo(Endpoint.GRH + size);
            assertThat(received.wcFlags().contains(CompletionFlag.GRH)).isTrue();
            assertThat(received.srcQp()).isEqualTo(pair.requester().qp().qpNum());
            assertThat(pair.responder().memory().bytes(Endpoint.GRH, size)).isEqualTo(sent);
        }
    }

    @Behaviour(id = "UD-01-GRH", says = "the header ends with the receiver's GID, or on IPv4 with its address")
    public void namesDestination(Fixture fixture) {
        QpPair pair = pair(fixture, SendOp.SEND);
        pair.responder().postRecv(1, 0, RECV_LENGTH);

        pair.post(send().id(2));

        pair.responder().receives().success(1);
        byte[] gid = pair.responder()
                .fixture()
                .ownAddress()
                .grh()
                .orElseThrow()
                .dgid()
                .raw();
        assertThat(pair.responder().memory().bytes(Endpoint.GRH - IPV4_LENGTH, IPV4_LENGTH))
                .isEqualTo(Arrays.copyOfRange(gid, gid.length - IPV4_LENGTH, gid.length));
    }

    @Behaviour(
            id = "UD-01-IPV4",
            needs = Capability.ROCE_V2_IPV4,
            says = "over IPv4 the 40 bytes are 20 zeroes and an IPv4 header with both addresses")
    public void deliversIpv4Header(Fixture fixture) {
        QpPair pair = pair(fixture, SendOp.SEND);
        pair.responder().memory().fill(0, Endpoint.GRH, 1);

        ByteBuffer header = ipv4Header(pair);

        assertThat(pair.responder().memory().bytes(0, IPV4_HEADER)).containsOnly(0);
        assertThat(header.get(0)).as("version and length").isEqualTo((byte) 0x45);
        assertThat(header.get(9)).as("protocol").isEqualTo(PROTOCOL_UDP);
        assertThat(mappedIpv4(header, 12)).isEqualTo(ownGid(pair.requester()));
        assertThat(mappedIpv4(header, 16)).isEqualTo(ownGid(pair.responder()));
    }

    @Behaviour(
            id = "UD-01-IPV4-SUM",
            needs = Capability.ROCE_V2_IPV4,
            says = "the IPv4 header has a valid checksum, by which ibv_init_ah_from_wc(3) recognizes it")
    public void deliversIpv4Checksum(Fixture fixture) {
        assertThat(sumOf(ipv4Header(pair(fixture, SendOp.SEND)))).isEqualTo(0xFFFF);
    }

    /** Sends a datagram and returns the received IPv4 header. */
    private static ByteBuffer ipv4Header(QpPair pair) {
        pair.responder().postRecv(1, 0, RECV_LENGTH);
        pair.post(send().id(2).data(pair.requester().memory(), 0, 100));
        pair.responder().receives().success(1);
        return ByteBuffer.wrap(pair.responder().memory().bytes(IPV4_HEADER, IPV4_HEADER));
    }

    @Behaviour(
            id = "UD-01-ANSWER",
            needs = Capability.ROCE_V2_IPV4,
            says = "a receiver replies to the source address of the header and the queue pair of the completion")
    public void answers(Fixture fixture) {
        QpPair pair = pair(fixture, SendOp.SEND);
        Endpoint receiver = pair.responder();
        receiver.postRecv(1, 0, RECV_LENGTH);
        pair.requester().postRecv(2, 0, RECV_LENGTH);
        pair.post(send().id(3));

        Completion received = receiver.receives().success(1);
        ByteBuffer header = ByteBuffer.wrap(receiver.memory().bytes(IPV4_HEADER, IPV4_HEADER));
        GlobalRoute back =
                GlobalRoute.to(mappedIpv4(header, 12), receiver.fixture().gidIndex());
        AddressHandle sender = receiver.qp().pd().orElseThrow().createAh(AhAttr.global(back, Fixture.PORT));
        receiver.post(send().id(4).to(sender, received.srcQp(), QpStateWalk.QKEY));

        assertThat(pair.requester().receives().success(2).srcQp())
                .isEqualTo(receiver.qp().qpNum());
    }

    private static Gid ownGid(Endpoint endpoint) {
        return endpoint.fixture().ownAddress().grh().orElseThrow().dgid();
    }

    private static Gid mappedIpv4(ByteBuffer header, int offset) {
        byte[] gid = new byte[16];
        gid[10] = (byte) 0xFF;
        gid[11] = (byte) 0xFF;
        header.get(offset, gid, 12, IPV4_LENGTH);
        return Gid.of(gid);
    }

    /** Returns the checksum of RFC 1071. */
    private static int sumOf(ByteBuffer header) {
        int sum = 0;
        for (int i = 0; i < IPV4_HEADER; i += Short.BYTES) {
            sum += Short.toUnsignedInt(header.getShort(i));
        }
        return (sum & 0xFFFF) + (sum >>> 16);
    }

    @Behaviour(id = "UD-01-IMM", says = "immediate data arrives with a datagram")
    public void sendsImmediate(Fixture fixture) {
        QpPair pair = pair(fixture, SendOp.SEND_WITH_IMM);
        pair.responder().postRecv(1, 0, RECV_LENGTH);

        pair.post(sendImm(IMM).id(2));

        pair.requester().sends().success(2);
        Completion received = pair.responder().receives().success(1);
        assertThat(received.wcFlags().contains(CompletionFlag.WITH_IMM)).isTrue();
        assertThat(received.immData()).isEqualTo(IMM);
    }

    @Behaviour(id = "UD-01-BATCH", says = "a list of datagrams arrives in order")
    public void sendsMany(Fixture fixture) {
        QpPair pair = pair(fixture, SendOp.SEND);
        IntStream.range(0, 16).forEach(i -> {
            pair.requester().memory().fill(i * 100L, 100, i);
            pair.responder().postRecv(i, i * 256L, 256);
        });

        pair.post(IntStream.range(0, 16)
                .mapToObj(i -> send().id(i).data(pair.requester().memory(), i * 100L, 100))
                .toList());

        IntStream.range(0, 16).forEach(i -> {
            pair.requester().sends().success(i);
            pair.responder().receives().success(i);
            assertThat(pair.responder().memory().bytes(i * 256L + Endpoint.GRH, 100))
                    .isEqualTo(pair.requester().memory().bytes(i * 100L, 100));
        });
    }

    @Behaviour(id = "UD-01-INLINE", says = "inline data needs no region")
    public void sendsInline(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.UD, request -> asked(request.inline(16), SendOp.SEND));
        byte[] sent = pair.requester().memory().fill(0, 16, 1);
        pair.responder().postRecv(1, 0, RECV_LENGTH);

        pair.post(send().id(2).inline(sent));

        pair.responder().receives().success(1);
        assertThat(pair.responder().memory().bytes(Endpoint.GRH, 16)).isEqualTo(sent);
    }

    @Behaviour(id = "UD-01-MTU", says = "a datagram longer than the MTU does not arrive")
    public void dropsTooLong(Fixture fixture) {
        QpPair pair = pair(fixture, SendOp.SEND);
        pair.responder().postRecv(1, 0, RECV_LENGTH);

        pair.post(send().id(2).data(pair.requester().memory(), 0, pair.mtu() + 1));

        // rxe reports success (C10-93.1.1 of the InfiniBand specification), while adapters report the length.
        pair.requester().sends().withStatus(2, WcStatus.SUCCESS, WcStatus.LOC_LEN_ERR);
        pair.responder().receives().assertNone();
    }

    @Behaviour(id = "UD-01-SMALL", says = "a datagram longer than its receive does not complete with success")
    public void doesNotOverrunReceives(Fixture fixture) {
        QpPair pair = pair(fixture, SendOp.SEND);
        pair.requester().memory().fill(0, 200, 1);
        pair.responder().postRecv(1, 0, Endpoint.GRH + 100);

        pair.post(send().id(2).data(pair.requester().memory(), 0, 200));

        pair.requester().sends().success(2);
        // Adapters report the length. rxe drops the packet or reports a malformed receive.
        assertThat(pair.responder().receives().soon().map(Completion::status))
                .isNotEqualTo(Optional.of(WcStatus.SUCCESS));
        assertThat(pair.responder().memory().bytes(Endpoint.GRH + 100, 100))
                .as("beyond the receive")
                .containsOnly(0);
    }

    @Behaviour(id = "UD-01-DROP", says = "a datagram without a receive is dropped, and later ones arrive")
    public void dropsWithoutReceive(Fixture fixture) {
        QpPair pair = pair(fixture, SendOp.SEND);
        pair.requester().memory().fill(0, 100, 1);
        byte[] second = pair.requester().memory().fill(100, 100, 2);

        pair.post(send().id(1).data(pair.requester().memory(), 0, 100));
        pair.requester().sends().success(1);
        pair.responder().receives().assertNone();
        pair.responder().postRecv(5, 0, RECV_LENGTH);
        pair.post(send().id(2).data(pair.requester().memory(), 100, 100));

        pair.responder().receives().success(5);
        assertThat(pair.responder().memory().bytes(Endpoint.GRH, 100)).isEqualTo(second);
    }

    @Behaviour(id = "UD-02-QKEY", says = "a datagram with a wrong Q_Key is dropped")
    public void dropsOtherKey(Fixture fixture) {
        assertOnlySecondArrives(fixture, 0, QpStateWalk.QKEY + 1);
    }

    @Behaviour(id = "UD-02-QPN", says = "a datagram for a queue pair that does not exist is dropped")
    public void dropsUnknownReceiver(Fixture fixture) {
        assertOnlySecondArrives(fixture, 0x7F_FFFF, QpStateWalk.QKEY);
    }

    private void assertOnlySecondArrives(Fixture fixture, long qpn, long qkey) {
        QpPair pair = pair(fixture, SendOp.SEND);
        pair.responder().postRecv(1, 0, RECV_LENGTH);
        byte[] good = pair.requester().memory().fill(0, 50, 1);
        long receiver = qpn == 0 ? pair.responder().qp().qpNum() : qpn;

        pair.requester().post(send().id(1).to(pair.responderAddress(), receiver, qkey));
        pair.requester().sends().success(1);
        pair.post(send().id(2).data(pair.requester().memory(), 0, 50));

        assertThat(pair.responder().receives().success(1).byteLen()).isEqualTo(Endpoint.GRH + 50);
        assertThat(pair.responder().memory().bytes(Endpoint.GRH, 50)).isEqualTo(good);
        pair.responder().receives().assertNone();
    }

    @Behaviour(
            id = "UD-02-PD",
            says =
                    "a datagram with an address handle of another domain fails, if the device checks domains of address handles")
    public void addressOfOtherDomain(Fixture fixture) {
        QpPair pair = pair(fixture, SendOp.SEND);
        pair.responder().postRecv(1, 0, RECV_LENGTH);
        AddressHandle foreign = fixture.context()
                .allocPd()
                .createAh(fixture.addressOf(pair.responder().fixture()));

        pair.requester().post(send().id(2).to(foreign, pair.responder().qp().qpNum(), QpStateWalk.QKEY));

        // libmlx5 copies the address into the work request without its domain. rxe flushes requests that fail before
        // transmission.
        Completion sent = pair.requester()
                .sends()
                .withStatus(2, WcStatus.LOC_QP_OP_ERR, WcStatus.LOC_PROT_ERR, WcStatus.WR_FLUSH_ERR, WcStatus.SUCCESS);
        if (sent.isSuccess()) {
            pair.responder().receives().success(1);
        } else {
            pair.responder().receives().assertNone();
        }
    }

    @Behaviour(id = "UD-02-SELF", says = "a queue pair can send to itself")
    public void sendsToItself(Fixture fixture) {
        Endpoint alone = pair(fixture, SendOp.SEND).requester();
        alone.postRecv(1, 0, RECV_LENGTH);

        alone.post(send().id(2).to(alone.addressFor(alone), alone.qp().qpNum(), QpStateWalk.QKEY));

        alone.sends().success(2);
        assertThat(alone.receives().success(1).srcQp()).isEqualTo(alone.qp().qpNum());
    }
}
