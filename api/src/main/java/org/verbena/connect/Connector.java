package org.verbena.connect;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.verbena.QueuePair;
import org.verbena.VerbsException;
import org.verbena.connect.ConnectorException.Reason;

/**
 * Takes two queue pairs from RESET to RTS, connected with each other. What they need to know of each other goes over a
 * plain TCP connection, along with up to {@value #MAX_PRIVATE_DATA} bytes of the application, for example address and
 * rkey of a buffer. It serves RC, UC, UD, and an XRC initiator with an XRC target. Immutable and safe for use by several
 * threads.
 *
 * <p>Receives that must be there when the first message comes are posted in state INIT: {@link #prepare} leads there.
 * When a call returns a connection, both queue pairs can send and receive. After a failure the queue pair is as before,
 * or, if it had been changed, in state ERR, with its receives flushed; move it to RESET to try again. No call waits
 * longer than its timeout, and nothing of the connector runs between calls.
 *
 * <p>A listener is on the loopback interface unless it is told another address, and whoever reaches the port can connect,
 * unless both sides have a {@linkplain ConnectorSettings.Builder#sharedSecret shared secret}. With one, each side proves
 * that it has it before the other one tells or touches anything, and what is said cannot be altered, repeated or
 * returned to its sender unnoticed. There is no encryption: who can listen on the way reads numbers, addresses and private
 * data, an rkey too. Nor is RDMA itself protected by this.
 *
 * <h2>What goes over the wire</h2>
 * Numbers are unsigned, in network order. A message is a header of 12 bytes and a body of at most 8192:
 *
 * <table>
 * <caption>Header</caption>
 * <tr><th>Offset</th><th>Bytes</th><th>Content</th></tr>
 * <tr><td>0</td><td>4</td><td>magic 0x56424E41</td></tr>
 * <tr><td>4</td><td>2</td><td>version, 1; another one is refused with a REJECT of version 1</td></tr>
 * <tr><td>6</td><td>2</td><td>type: 1 REQUEST, 2 ANSWER, 3 READY, 4 REJECT, 5 SYNC, 6 HELLO, 7 CHALLENGE</td></tr>
 * <tr><td>8</td><td>4</td><td>length of the body</td></tr>
 * </table>
 *
 * The body is a list of fields: identifier (2 bytes), length of the value (2 bytes), value. None comes twice. A field
 * that is not known is skipped, unless bit 15 of its identifier says that it must be understood.
 *
 * <table>
 * <caption>Fields</caption>
 * <tr><th>Field</th><th>Name</th><th>Bytes</th><th>Content</th></tr>
 * <tr><td>1</td><td>qp_type</td><td>4</td><td>{@code enum ibv_qp_type}</td></tr>
 * <tr><td>2</td><td>qp_num</td><td>4</td><td>24 bits</td></tr>
 * <tr><td>3</td><td>psn</td><td>4</td><td>the first one that the sender uses, 24 bits</td></tr>
 * <tr><td>4</td><td>mtu</td><td>1</td><td>{@code enum ibv_mtu}, the largest one; the smaller one of both is used</td></tr>
 * <tr><td>5</td><td>link_layer</td><td>1</td><td>as {@code struct ibv_port_attr} has it; the same on both sides</td></tr>
 * <tr><td>6</td><td>lid</td><td>2</td><td>0 on Ethernet</td></tr>
 * <tr><td>7</td><td>gid</td><td>16</td><td>may be absent on InfiniBand</td></tr>
 * <tr><td>8</td><td>max_rd_atomic</td><td>1</td><td>what the sender would have under way</td></tr>
 * <tr><td>9</td><td>max_dest_rd_atomic</td><td>1</td><td>what the sender can answer at a time</td></tr>
 * <tr><td>10</td><td>qkey</td><td>4</td><td>0 unless UD</td></tr>
 * <tr><td>11</td><td>private_data</td><td>0..4096</td><td>the application's</td></tr>
 * <tr><td>12</td><td>reason</td><td>0..1024</td><td>text in UTF-8</td></tr>
 * <tr><td>13</td><td>nonce</td><td>32</td><td>random, never used again</td></tr>
 * <tr><td>14</td><td>mac</td><td>32</td><td>proof of the shared secret, always the last field</td></tr>
 * <tr><td>15</td><td>fabric</td><td>16</td><td>identity of a simulated fabric; absent for hardware</td></tr>
 * </table>
 *
 * REQUEST and ANSWER hold fields 1 to 11 and 15, REJECT holds 12, READY and SYNC nothing. Both sides have the same fabric
 * or none: a side that finds a difference rejects the connection, as simulators of different processes cannot reach each
 * other. Field 15 was added to version 1; a side that does not know it skips it. The side that connects sends REQUEST.
 * The side that listens goes to RTS and sends ANSWER. The first one goes to RTS too and sends READY. Either may send
 * REJECT instead. From then on SYNC of both sides, any number of times, is a meeting point.
 *
 * <h2>With a shared secret</h2>
 * The side that connects sends HELLO with a nonce first, the side that listens CHALLENGE with a nonce and a mac; all that
 * follows has a mac too, but REJECT. A listener with a secret rejects a REQUEST without HELLO, one without rejects HELLO.
 *
 * <p>The key of a side is HKDF-Extract (RFC 5869) with HMAC-SHA256 of the secret, with the salt {@code verbena connector
 * 1, connecting side} or {@code verbena connector 1, listening side} in ASCII. A mac is HMAC-SHA256, with the key of the
 * side that sends, of what came before and of the message from its magic up to, not including, the field mac. What came
 * before is for CHALLENGE the whole HELLO, for REQUEST and ANSWER the mac of the message before, for the first message of
 * either side behind ANSWER the mac of ANSWER, and then the mac of the message that the same side sent before. So each
 * mac covers all that was said, by whom and in which order, with the nonces of both sides.
 *
 * <p>REJECT has no mac, for those must understand it who have another secret or none: whoever can alter messages can
 * refuse a connection, as he can cut it, and the reason he gives is his. Everybody who has the secret can take either
 * side: parties that must not be mistaken for each other need a secret for each pair.
 */
public final class Connector {
    /** The largest number of bytes that an application can give along. */
    public static final int MAX_PRIVATE_DATA = 4096;

    /** Those who may wait while one is heard. */
    private static final int BACKLOG = 50;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0).asReadOnlyBuffer();

    private final ConnectorSettings settings;

    private Connector(ConnectorSettings settings) {
        this.settings = settings;
    }

    /**
     * A connector with {@link ConnectorSettings#defaults()}.
     *
     * @return the connector
     */
    public static Connector create() {
        return create(ConnectorSettings.defaults());
    }

    /**
     * A connector with settings of its own.
     *
     * @param settings what queue pairs get on this side
     * @return the connector
     */
    public static Connector create(ConnectorSettings settings) {
        return new Connector(settings);
    }

    /**
     * What queue pairs get on this side.
     *
     * @return the settings
     */
    public ConnectorSettings settings() {
        return settings;
    }

    /**
     * No private data.
     *
     * @return an empty buffer
     */
    public static ByteBuffer nothing() {
        return NOTHING;
    }

    /**
     * Moves a queue pair to INIT, where it takes receives: {@code ibv_modify_qp(3)}. Nothing happens if it is there.
     *
     * @param qp in state RESET or INIT
     * @throws org.verbena.InvalidRequestException if it is of a type that has no peer, or in another state, or its port
     *     has no GID
     * @throws VerbsException if the device refuses
     */
    public void prepare(QueuePair qp) {
        new LocalEnd(qp, settings).toInit();
    }

    /**
     * Connects two queue pairs of this process with each other, without a socket. They may be of one device, as a
     * loopback, or of two that reach each other.
     *
     * @param first in state RESET or INIT
     * @param second in state RESET or INIT
     * @return what they know of each other
     * @throws ConnectorException {@link ConnectorException.Reason#INCOMPATIBLE} if they do not go together
     * @throws org.verbena.InvalidRequestException as {@link #prepare}
     * @throws VerbsException if a device refuses a transition
     */
    public PeerPair connect(QueuePair first, QueuePair second) {
        LocalEnd one = new LocalEnd(first, settings);
        LocalEnd other = new LocalEnd(second, settings);
        Handshake.requireCompatible(one.endpoint(), other.endpoint());
        Peer ofFirst = one.join(other.endpoint());
        try {
            return new PeerPair(ofFirst, other.join(one.endpoint()));
        } catch (VerbsException e) {
            one.fail();
            throw e;
        }
    }

    /**
     * Connects a queue pair with the one that somebody {@linkplain #listen listens} with.
     *
     * @param qp in state RESET or INIT
     * @param address where the other side listens
     * @param privateData what the other side is given along, from position to limit; perhaps {@link #nothing()}
     * @param timeout how long at most, for everything together
     * @return the connection, of which both queue pairs are in state RTS; the other side may get to know it a moment
     *     later
     * @throws ConnectorException if the other side is not there, of another kind, without the shared secret, says no or
     *     does not react in time, each with its {@linkplain ConnectorException#reason() reason}
     * @throws org.verbena.InvalidRequestException as {@link #prepare}, or if the private data is too long
     * @throws VerbsException if the device refuses a transition
     */
    public Connection connect(QueuePair qp, InetSocketAddress address, ByteBuffer privateData, Duration timeout) {
        // The caller may change position and limit concurrently: they are read once.
        ByteBuffer data = privateData.slice();
        Handshake.requireShort(data);
        Deadline deadline = Deadline.after(timeout);
        LocalEnd local = new LocalEnd(qp, settings);
        return Handshake.request(MessageSocket.connect(address, deadline), settings.secret(), local, data, deadline);
    }

    /**
     * Listens on the loopback interface.
     *
     * @param port the TCP port, 0..65535; 0 lets the system choose
     * @return the listener, to be closed
     * @throws ConnectorException {@link ConnectorException.Reason#UNREACHABLE} if the port is not free
     * @throws IllegalArgumentException if there is no such port
     */
    public ConnectorListener listen(int port) {
        return listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    /**
     * Listens on an address of this host.
     *
     * @param address an address of this host, or the wildcard for all of them, and the TCP port; 0 lets the system
     *     choose
     * @return the listener, to be closed
     * @throws ConnectorException {@link ConnectorException.Reason#UNREACHABLE} if there is no such address, or the port
     *     is not free
     */
    public ConnectorListener listen(InetSocketAddress address) {
        try {
            ServerSocket server = new ServerSocket();
            try {
                server.bind(address, BACKLOG);
                return new ConnectorListener(settings, server);
            } catch (IOException e) {
                server.close();
                throw e;
            }
        } catch (IOException e) {
            throw new ConnectorException(Reason.UNREACHABLE, "cannot listen on " + address + ": " + e.getMessage(), e);
        }
    }
}
