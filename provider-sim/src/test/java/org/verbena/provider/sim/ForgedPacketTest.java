// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.DeviceContext;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Gid;
import org.verbena.attr.GlobalRoute;
import org.verbena.attr.Mtu;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.rocev2.Icrc;
import org.verbena.rocev2.PacketDecoder;
import org.verbena.rocev2.PacketEncoder;
import org.verbena.rocev2.RoceOpcode;
import org.verbena.rocev2.Syndrome;

/** Checks the answers to forged requests that come from the address of the peer. */
class ForgedPacketTest {
    private static final String VICTIM = "127.0.0.2";
    private static final String FORGER = "127.0.0.3";
    private static final int TIMEOUT_MILLIS = 60_000;

    private final LoopbackNetwork network = new LoopbackNetwork();

    @AfterEach
    void close() {
        network.close();
    }

    private static void connect(End victim) {
        // The last GID is the RoCE v2 GID of the address. Some drivers also list RoCE v1 GIDs.
        int index = victim.context.queryGidTable().size() - 1;
        GlobalRoute route = GlobalRoute.to(Gid.parse("0000:0000:0000:0000:0000:ffff:7f00:0003"), index);
        victim.qp.modify(QpAttr.builder()
                .qpState(QpState.INIT)
                .pkeyIndex(0)
                .portNum(1)
                .qpAccessFlags(End.ALL)
                .build());
        victim.qp.modify(QpAttr.builder()
                .qpState(QpState.RTR)
                .ahAttr(AhAttr.global(route, 1))
                .pathMtu(Mtu.BYTES_256)
                .destQpNum(17)
                .rqPsn(0)
                .maxDestRdAtomic(1)
                .minRnrTimer(1)
                .build());
    }

    /** Sends a request with PSN 0, and returns the syndrome of the answer. */
    private int answer(String profile, UnaryOperator<Request> changes) throws IOException {
        DeviceContext context = network.open(VICTIM, profile);
        End victim = new End(context, QpType.RC);
        connect(victim);
        Request request = changes.apply(new Request(victim));
        try (DatagramSocket forger = new DatagramSocket(network.port(), InetAddress.getByName(FORGER))) {
            forger.setSoTimeout(TIMEOUT_MILLIS);
            ByteBuffer packet = ByteBuffer.allocate(2048);
            int length = request.encode(packet);
            Icrc icrc = new Icrc().ipv4(0x7F00_0003, 0x7F00_0002).ports(network.port(), network.port());
            packet.putInt(length - 4, Integer.reverseBytes(icrc.compute(packet, 0, length)));
            forger.send(new DatagramPacket(packet.array(), length, InetAddress.getByName(VICTIM), network.port()));
            forger.receive(new DatagramPacket(packet.array(), packet.capacity()));
            PacketDecoder answer = new PacketDecoder();
            assertThat(answer.wrap(packet, 0, 20)).isEqualTo(PacketDecoder.Defect.NONE);
            boolean accepted = answer.syndrome() == Syndrome.ACK;
            assertThat(victim.qp.query().attr().qpState()).isEqualTo(accepted ? QpState.RTR : QpState.ERR);
            return answer.syndrome();
        }
    }

    /** A request to be encoded. */
    private static final class Request {
        private final End victim;
        private RoceOpcode opcode = RoceOpcode.RC_RDMA_WRITE_ONLY;
        private int keyOffset;
        private int payload;
        private long length;
        private boolean unpadded;

        Request(End victim) {
            this.victim = victim;
        }

        Request opcode(RoceOpcode value) {
            opcode = value;
            return this;
        }

        Request wrongKey() {
            keyOffset = 1;
            return this;
        }

        /** Sets the number of bytes in the packet, and the length in its RETH. */
        Request bytes(int carried, long announced) {
            payload = carried;
            length = announced;
            return this;
        }

        /** Leaves out the pad bytes. */
        Request unpadded() {
            unpadded = true;
            return this;
        }

        int encode(ByteBuffer packet) {
            PacketEncoder encoder = new PacketEncoder()
                    .begin(packet, 0, opcode)
                    .destQpn((int) victim.qp.qpNum())
                    .psn(0, true)
                    .pkey(0xFFFF)
                    .reth(victim.mr.iova(), (int) victim.mr.rkey() + keyOffset, length);
            int encoded = encoder.end(payload);
            if (unpadded) {
                packet.put(1, (byte) 0);
                return encoded - (-payload & 3);
            }
            return encoded;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rxe", "mlx5"})
    void aWriteNeedsItsPadding(String profile) throws IOException {
        assertThat(answer(profile, request -> request.bytes(5, 5).unpadded())).isEqualTo(Syndrome.NAK_INVALID_REQUEST);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rxe", "mlx5"})
    void aWriteHasTheAnnouncedLength(String profile) throws IOException {
        assertThat(answer(profile, request -> request.bytes(5, 5))).isEqualTo(Syndrome.ACK);
    }

    /** A responder checks the key before the length. */
    @ParameterizedTest
    @ValueSource(strings = {"rxe", "mlx5"})
    void aWrongKeyOfAWriteOfWrongLengthIsAnAccessError(String profile) throws IOException {
        assertThat(answer(profile, request -> request.bytes(5, 6).wrongKey())).isEqualTo(Syndrome.NAK_REMOTE_ACCESS);
    }

    @ParameterizedTest
    @CsvSource({
        "rxe, 256, 1000, true",
        "rxe-6.1, 256, 1000, true",
        "mlx5, 256, 1000, false",
        "rxe, 255, 1000, false",
        "rxe, 255, 256, false",
        "rxe, 256, 255, false"
    })
    void aLastPacketOfTheSizeOfTheMtuMayEndAWriteEarly(String profile, int carried, int announced, boolean accepted)
            throws IOException {
        assertThat(answer(profile, request -> request.bytes(carried, announced)))
                .isEqualTo(accepted ? Syndrome.ACK : Syndrome.NAK_INVALID_REQUEST);
    }

    @ParameterizedTest
    @CsvSource({"8, 8, true", "8, 4, false", "4, 8, false", "16, 16, false"})
    void anAtomicWriteHasEightBytes(int carried, int announced, boolean accepted) throws IOException {
        assertThat(answer(
                        "rxe",
                        request -> request.opcode(RoceOpcode.RC_ATOMIC_WRITE).bytes(carried, announced)))
                .isEqualTo(accepted ? Syndrome.ACK : Syndrome.NAK_INVALID_REQUEST);
    }
}
