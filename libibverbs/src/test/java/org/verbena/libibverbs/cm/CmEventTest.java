// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.cm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.attr.AhAttr;
import org.verbena.cm.CmEventType;
import org.verbena.cm.ConnParam;
import org.verbena.cm.PortSpace;
import org.verbena.cm.UdParam;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.libibverbs.abi.AddressStructs.IbvAhAttr;
import org.verbena.libibverbs.abi.CmStructs.RdmaCmEvent;
import org.verbena.libibverbs.abi.CmStructs.RdmaConnParam;
import org.verbena.libibverbs.abi.CmStructs.RdmaUdParam;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.spi.cm.DriverCmChannel;
import org.verbena.spi.cm.DriverCmEvent;
import org.verbena.spi.cm.DriverCmId;

/** Checks that each event is copied and acknowledged once. A destroy waits for the acknowledgement. */
class CmEventTest {
    private static final long POISON = 0xDEAD_BEEF_0000_0008L;

    private final FakeLibrdmacm fake = new FakeLibrdmacm();
    private DriverCmChannel channel;
    private DriverCmId connected;
    private DriverCmId datagrams;

    @BeforeEach
    void createIdentifiers() {
        channel = fake.channel();
        connected = channel.createId(PortSpace.TCP);
        datagrams = channel.createId(PortSpace.UDP);
    }

    private DriverCmEvent next() {
        return channel.nextEvent().orElseThrow();
    }

    private static Struct param(Struct event) {
        return event.inner(RdmaCmEvent.PARAM);
    }

    private Struct conn(Struct event, int length) {
        byte[] data = new byte[length];
        data[0] = 42;
        return param(event)
                .put(RdmaConnParam.PRIVATE_DATA, fake.bytes(data))
                .put(RdmaConnParam.PRIVATE_DATA_LEN, length);
    }

    private static ByteBuffer data(int length) {
        return ByteBuffer.allocate(length).put(0, (byte) 42);
    }

    @Test
    void nextEventIsEmptyWithoutAnEvent() {
        assertThat(channel.nextEvent()).isEmpty();
        assertThat(fake.acknowledged).isEmpty();
    }

    @Test
    void anInterruptedCallIsRepeated() {
        int[] calls = {0};
        fake.c.export("rdma_get_cm_event", arguments -> fake.fail(calls[0]++ == 0 ? Errno.EINTR : Errno.EAGAIN));

        assertThat(channel.nextEvent()).isEmpty();
        assertThat(calls[0]).isEqualTo(2);
    }

    @Test
    void aFailureToGetAnEventIsReported() {
        fake.c.export("rdma_get_cm_event", arguments -> fake.fail(Errno.ENODEV));

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(channel::nextEvent)
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.ENODEV))
                .withMessageContaining("rdma_get_cm_event");
    }

    @Test
    void aResponseIsCopiedWithItsPrivateData() {
        Struct event = fake.event(CmEventType.CONNECT_RESPONSE.value(), connected);
        conn(event, 196)
                .put(RdmaConnParam.RESPONDER_RESOURCES, 3)
                .put(RdmaConnParam.INITIATOR_DEPTH, 200)
                .put(RdmaConnParam.FLOW_CONTROL, 1)
                .put(RdmaConnParam.RETRY_COUNT, 6)
                .put(RdmaConnParam.RNR_RETRY_COUNT, 5)
                .put(RdmaConnParam.SRQ, 1)
                .put(RdmaConnParam.QP_NUM, 0xFF_FFFE);

        DriverCmEvent copy = next();

        assertThat(copy)
                .isEqualTo(new DriverCmEvent(
                        5,
                        0,
                        connected,
                        Optional.empty(),
                        Optional.of(ConnParam.builder()
                                .privateData(data(196))
                                .responderResources(3)
                                .initiatorDepth(200)
                                .flowControl(1)
                                .retryCount(6)
                                .rnrRetryCount(5)
                                .srq(true)
                                .qpNum(0xFF_FFFE)
                                .build()),
                        Optional.empty(),
                        ByteBuffer.allocate(0),
                        0));
        assertThat(fake.acknowledged).containsExactly(event.address());
    }

    @Test
    void aPeerWithoutAQueuePairHasParameters() {
        param(fake.event(CmEventType.CONNECT_RESPONSE.value(), connected)).put(RdmaConnParam.INITIATOR_DEPTH, 7);
        param(fake.event(CmEventType.ESTABLISHED.value(), datagrams)).put(RdmaUdParam.QKEY, 5);

        assertThat(next().conn().orElseThrow().initiatorDepth()).isEqualTo(7);
        assertThat(next().ud().orElseThrow().qkey()).isEqualTo(5);
    }

    @Test
    void aRejectionHasItsReasonAndPrivateData() {
        conn(fake.event(CmEventType.REJECTED.value(), connected).put(RdmaCmEvent.STATUS, 28), 148);

        DriverCmEvent copy = next();

        assertThat(copy.status()).isEqualTo(28);
        assertThat(copy.conn()).isEmpty();
        assertThat(copy.privateData()).isEqualTo(data(148)).matches(ByteBuffer::isReadOnly);
    }

    @Test
    void aFailureHasANegativeStatus() {
        fake.event(CmEventType.ADDR_ERROR.value(), connected).put(RdmaCmEvent.STATUS, -Errno.ETIMEDOUT.number());

        assertThat(next().status()).isEqualTo(-110);
    }

    @Test
    void udParametersAndPrivateDataAreCopied() {
        Struct event = fake.event(CmEventType.ESTABLISHED.value(), datagrams);
        byte[] data = new byte[136];
        data[0] = 42;
        param(event)
                .put(RdmaUdParam.PRIVATE_DATA, fake.bytes(data))
                .put(RdmaUdParam.PRIVATE_DATA_LEN, data.length)
                .put(RdmaUdParam.QP_NUM, 17)
                .put(RdmaUdParam.QKEY, 0xF123_4567L)
                .inner(RdmaUdParam.AH_ATTR)
                .put(IbvAhAttr.DLID, 0xC001)
                .put(IbvAhAttr.PORT_NUM, 1);

        DriverCmEvent copy = next();

        assertThat(copy.ud())
                .contains(new UdParam(AhAttr.builder().dlid(0xC001).portNum(1).build(), 17, 0xF123_4567L));
        assertThat(copy.conn()).isEmpty();
        assertThat(copy.privateData()).isEqualTo(data(136));
    }

    @Test
    void aUdpConnectRequestHasOnlyPrivateData() {
        Struct event = fake.event(
                CmEventType.CONNECT_REQUEST.value(),
                fake.newId(0, PortSpace.UDP.value()).address());
        event.put(RdmaCmEvent.LISTEN_ID, fake.struct(datagrams).address());
        param(event).put(RdmaUdParam.PRIVATE_DATA, fake.bytes(new byte[180])).put(RdmaUdParam.PRIVATE_DATA_LEN, 180);

        DriverCmEvent copy = next();

        assertThat(copy.ud()).isEmpty();
        assertThat(copy.conn()).isEmpty();
        assertThat(copy.privateData().remaining()).isEqualTo(180);
        assertThat(copy.listener()).contains(datagrams);
    }

    @Test
    void aRequestCreatesAnIdentifierThatReceivesEvents() {
        Struct id = fake.newId(0, PortSpace.TCP.value());
        Struct event = fake.event(CmEventType.CONNECT_REQUEST.value(), id.address());
        event.put(RdmaCmEvent.LISTEN_ID, fake.struct(connected).address());
        param(event).put(RdmaConnParam.QP_NUM, 99);
        fake.event(CmEventType.ESTABLISHED.value(), id.address());

        DriverCmEvent request = next();
        DriverCmEvent established = next();

        assertThat(request.listener()).contains(connected);
        assertThat(request.conn().orElseThrow().qpNum()).isEqualTo(99);
        assertThat(fake.struct(request.id()).address()).isEqualTo(id.address());
        assertThat(established.id()).isSameAs(request.id());
        assertThat(established.conn()).isEmpty();
    }

    @Test
    void aRequestWithoutAListenerIsDestroyed() {
        long listener = fake.struct(connected).address();
        connected.destroy();
        Struct id = fake.newId(0, PortSpace.TCP.value());
        Struct event = fake.event(CmEventType.CONNECT_REQUEST.value(), id.address());
        event.put(RdmaCmEvent.LISTEN_ID, listener);

        assertThat(channel.nextEvent()).isEmpty();
        assertThat(fake.destroyed).containsExactly(listener, id.address());
        assertThat(fake.acknowledged).containsExactly(event.address());
    }

    @Test
    void anEventOfADestroyedIdentifierIsSkipped() {
        long stale = fake.event(CmEventType.DISCONNECTED.value(), connected).address();
        long next = fake.event(CmEventType.ADDR_RESOLVED.value(), datagrams).address();
        connected.destroy();

        assertThat(next().id()).isSameAs(datagrams);
        assertThat(fake.acknowledged).containsExactly(stale, next);
    }

    /** The pointer to private data contains the number of the membership, and must not be dereferenced. */
    @ParameterizedTest
    @CsvSource({"MULTICAST_JOIN, 0", "MULTICAST_ERROR, -22"})
    void aMulticastEventHasTheNumberOfItsMembership(CmEventType type, int status) {
        param(fake.event(type.value(), datagrams).put(RdmaCmEvent.STATUS, status))
                .put(RdmaUdParam.PRIVATE_DATA, POISON)
                .put(RdmaUdParam.PRIVATE_DATA_LEN, 8)
                .put(RdmaUdParam.QP_NUM, UdParam.MULTICAST_QPN);

        DriverCmEvent copy = next();

        assertThat(copy.group()).isEqualTo(POISON);
        assertThat(copy.status()).isEqualTo(status);
        assertThat(copy.ud().orElseThrow().qpNum()).isEqualTo(0xFF_FFFF);
        assertThat(copy.privateData()).isEqualTo(ByteBuffer.allocate(0));
    }

    /** The parameters of other types are not read. An event of an application contains a number in their place. */
    @ParameterizedTest
    @ValueSource(ints = {0, 2, 6, 11, 14, 15, 16, 18, 19, 20, 77, -1, Integer.MIN_VALUE})
    void theParametersOfOtherTypesAreIgnored(int type) {
        Struct event = fake.event(type, connected);
        param(event)
                .put(RdmaConnParam.PRIVATE_DATA, POISON)
                .put(RdmaConnParam.PRIVATE_DATA_LEN, 8)
                .put(RdmaConnParam.QP_NUM, 1);

        DriverCmEvent copy = next();

        assertThat(copy)
                .isEqualTo(new DriverCmEvent(
                        type,
                        0,
                        connected,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        ByteBuffer.allocate(0),
                        0));
        assertThat(fake.acknowledged).containsExactly(event.address());
    }

    @Test
    void anIdentifierThatIsNotDestroyedStaysKnown() {
        fake.c.export("rdma_destroy_id", arguments -> fake.fail(Errno.ENXIO));
        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(connected::destroy)
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.ENXIO));
        fake.event(CmEventType.DEVICE_REMOVAL.value(), connected);

        assertThat(next().id()).isSameAs(connected);
    }

    @Test
    void aReusedPointerBelongsToTheNewIdentifier() {
        long pointer = fake.struct(connected).address();
        connected.destroy();
        fake.c.export("rdma_create_id", arguments -> {
            fake.c.memory().putLong(arguments[1], pointer);
            return 0;
        });
        DriverCmId reused = channel.createId(PortSpace.TCP);
        fake.event(CmEventType.ADDR_RESOLVED.value(), pointer);

        assertThat(next().id()).isSameAs(reused);
    }
}
