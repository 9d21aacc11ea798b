// SPDX-License-Identifier: Apache-2.0
package org.verbena.connect;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.verbena.QueuePair;
import org.verbena.connect.ConnectorException.Reason;
import org.verbena.error.VerbsException;

/**
 * Connects two queue pairs with each other and moves them from RESET to RTS. The two sides exchange their attributes
 * over a plain TCP connection, together with up to {@value #MAX_PRIVATE_DATA} bytes of private data of the application,
 * for example the address and rkey of a buffer. A connector supports RC, UC, UD, and an XRC initiator with an XRC
 * target. Immutable and safe for use by several threads.
 *
 * <p>With {@link ConnectorSettings.Builder#connectionManager}, the two sides use connection management instead of TCP.
 * The peer can then be any program of librdmacm. Such a connector supports RC, and less private data.
 *
 * <p>If the first message needs posted receives, the application calls {@link #prepare} and posts them in state INIT.
 * When a call returns a connection, both queue pairs can send and receive. After a failure the queue pair is as before,
 * or in state ERR if it had been changed. In state ERR its receives are flushed; move it to RESET to try again. No
 * single wait exceeds the timeout of its call. The connector runs no code between calls.
 *
 * <p>By default, a listener uses the loopback interface. Every host that reaches the port can connect, unless both
 * sides have a {@linkplain ConnectorSettings.Builder#sharedSecret shared secret}. With a secret, each side proves that
 * it knows the secret before the other side discloses or changes anything. A side detects messages that are altered,
 * repeated or returned to their sender. Messages are not encrypted: an eavesdropper can read numbers, addresses and
 * private data, including an rkey. The secret does not protect RDMA traffic.
 *
 * <h2>Wire format</h2>
 * Numbers are unsigned and in network byte order. A message is a header of 12 bytes and a body of at most 8192 bytes:
 *
 * <table>
 * <caption>Header</caption>
 * <tr><th>Offset</th><th>Bytes</th><th>Content</th></tr>
 * <tr><td>0</td><td>4</td><td>magic 0x56424E41</td></tr>
 * <tr><td>4</td><td>2</td><td>version, 1; another version is rejected with a REJECT of version 1</td></tr>
 * <tr><td>6</td><td>2</td><td>type: 1 REQUEST, 2 ANSWER, 3 READY, 4 REJECT, 5 SYNC, 6 HELLO, 7 CHALLENGE</td></tr>
 * <tr><td>8</td><td>4</td><td>length of the body</td></tr>
 * </table>
 *
 * The body is a list of fields: identifier (2 bytes), length of the value (2 bytes), value. No field occurs twice. The
 * receiver skips an unknown field. If bit 15 of the identifier is set, the receiver must know the field, and otherwise
 * fails.
 *
 * <table>
 * <caption>Fields</caption>
 * <tr><th>Field</th><th>Name</th><th>Bytes</th><th>Content</th></tr>
 * <tr><td>1</td><td>qp_type</td><td>4</td><td>{@code enum ibv_qp_type}</td></tr>
 * <tr><td>2</td><td>qp_num</td><td>4</td><td>24 bits</td></tr>
 * <tr><td>3</td><td>psn</td><td>4</td><td>first packet sequence number that the sender uses, 24 bits</td></tr>
 * <tr><td>4</td><td>mtu</td><td>1</td><td>{@code enum ibv_mtu}, maximum of the sender; both use the smaller</td></tr>
 * <tr><td>5</td><td>link_layer</td><td>1</td><td>as in {@code struct ibv_port_attr}; equal on both sides</td></tr>
 * <tr><td>6</td><td>lid</td><td>2</td><td>0 on Ethernet</td></tr>
 * <tr><td>7</td><td>gid</td><td>16</td><td>may be absent on InfiniBand</td></tr>
 * <tr><td>8</td><td>max_rd_atomic</td><td>1</td><td>reads and atomics that the sender would have in flight</td></tr>
 * <tr><td>9</td><td>max_dest_rd_atomic</td><td>1</td><td>reads and atomics that it can answer concurrently</td></tr>
 * <tr><td>10</td><td>qkey</td><td>4</td><td>0 unless UD</td></tr>
 * <tr><td>11</td><td>private_data</td><td>0..4096</td><td>data of the application</td></tr>
 * <tr><td>12</td><td>reason</td><td>0..1024</td><td>text in UTF-8</td></tr>
 * <tr><td>13</td><td>nonce</td><td>32</td><td>random, used only once</td></tr>
 * <tr><td>14</td><td>mac</td><td>32</td><td>proof of the shared secret, always the last field</td></tr>
 * <tr><td>15</td><td>fabric</td><td>16</td><td>identity of a simulated fabric; absent for hardware</td></tr>
 * <tr><td>16</td><td>other_gid</td><td>16</td><td>a GID of the other IP version, if the port has one</td></tr>
 * </table>
 *
 * REQUEST and ANSWER contain fields 1 to 11 and 15. REJECT contains field 12. READY and SYNC have no fields. The field
 * fabric must be equal on both sides or absent on both, since simulators of different processes cannot reach each
 * other. A side that detects a difference rejects the connection. Fields 15 and 16 were added to version 1 later; a
 * side that does not know them skips them.
 *
 * <p>On Ethernet, both GIDs must be of the same IP version. REQUEST contains field 16 if the connecting side has a
 * second GID. If the listening side has no GID of the version of field 7, it uses field 16, and repeats it in ANSWER.
 *
 * <p>The connecting side sends REQUEST. The listening side moves its queue pair to RTS and sends ANSWER. The connecting
 * side then moves its queue pair to RTS and sends READY. Either side may send REJECT instead. After READY, both sides
 * may exchange SYNC any number of times to synchronize.
 *
 * <h2>Messages with a shared secret</h2>
 * The connecting side first sends HELLO with a nonce. The listening side sends CHALLENGE with a nonce and a mac. All
 * later messages except REJECT have a mac. A listener with a secret rejects a REQUEST without HELLO. A listener without
 * a secret rejects HELLO.
 *
 * <p>The key of a side is HKDF-Extract (RFC 5869) with HMAC-SHA256 of the secret. The salt is
 * {@code verbena connector 1, connecting side} or {@code verbena connector 1, listening side} in ASCII. A mac is
 * HMAC-SHA256 with the key of the sending side. Its input is a prefix, followed by the message from its magic up to,
 * but not including, the field mac. The prefix depends on the message:
 *
 * <ul>
 * <li>CHALLENGE: the whole HELLO
 * <li>REQUEST and ANSWER: the mac of the previous message
 * <li>the first message of a side after ANSWER: the mac of ANSWER
 * <li>later messages of a side: the mac of the previous message from the same side
 * </ul>
 *
 * Each mac therefore covers all previous messages, their senders and their order, with the nonces of both sides.
 *
 * <p>REJECT has no mac, because a peer with a different secret, or none, must be able to read it. An attacker who can
 * alter messages can reject a connection, just as it can cut it, and can choose the reason. Every holder of the secret
 * can act as either side. Parties that must not be mistaken for each other need a separate secret for each pair.
 */
public final class Connector {
    /** The maximum length of the private data of an application, in bytes. */
    public static final int MAX_PRIVATE_DATA = 4096;

    static final ByteBuffer NO_DATA = ByteBuffer.allocate(0).asReadOnlyBuffer();
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

    private final ConnectorSettings settings;
    private final HandshakeProtocol protocol;

    private Connector(ConnectorSettings settings) {
        this.settings = settings;
        this.protocol = settings.connectionManager()
                .<HandshakeProtocol>map(manager -> new CmHandshake(settings, manager))
                .orElseGet(() -> new TcpHandshake(settings));
    }

    /**
     * Creates a connector with {@link ConnectorSettings#defaults()}.
     *
     * @return the connector
     */
    public static Connector create() {
        return create(ConnectorSettings.defaults());
    }

    /**
     * Creates a connector with the given settings.
     *
     * @param settings the attributes of the queue pairs on this side
     * @return the connector
     */
    public static Connector create(ConnectorSettings settings) {
        return new Connector(settings);
    }

    /** {@return the settings of this connector} */
    public ConnectorSettings settings() {
        return settings;
    }

    /**
     * Moves a queue pair to INIT, where it accepts receives: {@code ibv_modify_qp(3)}. Does nothing if it is in INIT.
     *
     * @param qp the queue pair, in state RESET or INIT
     * @throws org.verbena.error.InvalidRequestException if the type of the queue pair has no peer, the queue pair is in
     *     another state, or its port has no GID but needs one
     * @throws VerbsException if the device rejects the transition
     */
    public void prepare(QueuePair qp) {
        new LocalEnd(qp, settings).toInit();
    }

    /**
     * Connects two queue pairs of this process with each other, without a socket. They may belong to the same device
     * (loopback), or to two devices that reach each other.
     *
     * @param first the first queue pair, in state RESET or INIT
     * @param second the second queue pair, in state RESET or INIT
     * @return the peers of both queue pairs
     * @throws ConnectorException {@link Reason#INCOMPATIBLE} if the queue pairs or their ports do
     *     not match
     * @throws org.verbena.error.InvalidRequestException as {@link #prepare}
     * @throws VerbsException if a device rejects a transition
     */
    public PeerPair connect(QueuePair first, QueuePair second) {
        LocalEnd one = new LocalEnd(first, settings);
        LocalEnd other = new LocalEnd(second, settings);
        if (!other.agreeOnGids(one.endpoint(), one.otherGid()).equals(one.endpoint())) {
            one.useOtherGid();
        }
        Compatibility.require(one.endpoint(), other.endpoint());
        Peer ofFirst = one.join(other.endpoint());
        try {
            return new PeerPair(ofFirst, other.join(one.endpoint()));
        } catch (VerbsException e) {
            one.fail();
            throw e;
        }
    }

    /**
     * Connects a queue pair with the queue pair of a peer that {@linkplain #listen listens}.
     *
     * @param qp the queue pair, in state RESET or INIT
     * @param address the address where the peer listens
     * @param privateData the data for the peer's application, from position to limit
     * @param timeout the maximum time of the whole call
     * @return the connection, with both queue pairs in state RTS; the call of the peer may return slightly later
     * @throws ConnectorException if the peer is unreachable, does not match, lacks the shared secret, rejects the
     *     request or does not respond in time; {@link ConnectorException#reason()} returns which
     * @throws org.verbena.error.InvalidRequestException as {@link #prepare}, or if the private data is too long
     * @throws VerbsException if the device rejects a transition
     */
    public Connection connect(QueuePair qp, InetSocketAddress address, ByteBuffer privateData, Duration timeout) {
        // Reads position and limit once, since the caller may change them concurrently.
        ByteBuffer data = privateData.slice();
        return protocol.connect(qp, address, data, HandshakeDeadline.after(timeout));
    }

    /**
     * Connects a queue pair with the queue pair of a peer, without private data, see
     * {@link #connect(QueuePair, InetSocketAddress, ByteBuffer, Duration)}.
     *
     * @param qp the queue pair, in state RESET or INIT
     * @param address the address where the peer listens
     * @param timeout the maximum time of the whole call
     * @return the connection
     */
    public Connection connect(QueuePair qp, InetSocketAddress address, Duration timeout) {
        return connect(qp, address, NO_DATA, timeout);
    }

    /**
     * Connects a queue pair with the queue pair of a peer within 30 seconds, without private data, see
     * {@link #connect(QueuePair, InetSocketAddress, ByteBuffer, Duration)}.
     *
     * @param qp the queue pair, in state RESET or INIT
     * @param address the address where the peer listens
     * @return the connection
     */
    public Connection connect(QueuePair qp, InetSocketAddress address) {
        return connect(qp, address, DEFAULT_TIMEOUT);
    }

    /**
     * Listens on the loopback interface. RDMA devices have other addresses, so a connector with connection management
     * uses {@link #listen(InetSocketAddress)}.
     *
     * @param port the TCP port, 0..65535; 0 lets the system choose
     * @return the listener, which the caller must close
     * @throws ConnectorException {@link Reason#UNREACHABLE} if the port is not free
     * @throws IllegalArgumentException if the port is out of range
     */
    public ConnectorListener listen(int port) {
        return listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    /**
     * Listens on an address of this host.
     *
     * @param address an address of this host, or the wildcard address for all of them, and the TCP port; port 0 lets
     *     the system choose
     * @return the listener, which the caller must close
     * @throws ConnectorException {@link Reason#UNREACHABLE} if this host does not have the address,
     *     or the port is not free
     */
    public ConnectorListener listen(InetSocketAddress address) {
        return new ConnectorListener(protocol.listen(address));
    }
}
