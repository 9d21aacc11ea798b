// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.roce;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.verbena.attr.Gid;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;
import org.verbena.provider.sim.transport.CompletionRing;
import org.verbena.provider.sim.transport.Engine;
import org.verbena.provider.sim.wire.DropReason;
import org.verbena.provider.sim.wire.Path;
import org.verbena.provider.sim.wire.Port;
import org.verbena.provider.sim.wire.Route;
import org.verbena.provider.sim.wire.Wire;
import org.verbena.provider.sim.wire.WireMessage;
import org.verbena.rocev2.PacketDecoder;

/**
 * The network of one device: RoCEv2 over UDP. One thread receives packets and runs the timers of the engine. Senders
 * use their own threads.
 *
 * <p>While an application polls, its own thread receives the packets and runs the timers, because waking another one
 * takes longer.
 *
 * <p>Every packet may come from anyone with any content. The thread checks each of them like rxe, counts what it drops,
 * and never ends with an exception.
 */
public final class RoceWire implements Wire, Engine.Network, AutoCloseable {
    private static final System.Logger LOGGER = System.getLogger(RoceWire.class.getName());

    /** The maximum number of packets that are received in one turn, so that verbs get the engine's lock in between. */
    private static final int PACKETS_IN_A_TURN = 32;

    /** The time after the last poll of an application until the thread receives again. */
    private static final long REST_NANOS = 300_000;

    private static final int RECEIVE_BYTES = 4608;
    private static final int PKEY_MASK = 0x7FFF;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long AWAKE = Long.MIN_VALUE;

    private final Engine engine;
    private final Selector selector;
    private final String name;
    private final int udpPort;
    private final List<RoceSocket> sockets = new ArrayList<>();

    /** All sockets, including those of multicast groups. The engine's lock protects the list. */
    private final List<RoceSocket> receiving = new ArrayList<>();

    /** The sockets of the multicast groups. The engine's lock protects them. */
    private final Map<Gid, RoceSocket> groups = new HashMap<>();

    private final PacketCounters counters = new PacketCounters();
    private final RocePath.Shared shared = RocePath.Shared.create();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(RECEIVE_BYTES);
    private final PacketDecoder packet = new PacketDecoder();
    private final LastSender lastSender = new LastSender();
    private final Thread thread;
    private final LongConsumer wakeUp = this::wakeUp;
    private final Consumer<SelectionKey> handler = this::handle;
    private final Runnable acknowledging;
    private @Nullable Port port;
    private volatile boolean closed;

    /** The time until which the thread sleeps at most, of {@link System#nanoTime}. */
    private volatile long sleepsUntil = Long.MAX_VALUE;

    /** Set while applications poll and receive, and the time of the last poll, of {@link System#nanoTime}. */
    private volatile boolean isPolled;

    private volatile long polledAt;
    private boolean reported;

    /** The completion queue of the poll that receives, null in the thread of the device. */
    private @Nullable CompletionRing polled;

    /** Set if there was no packet at the last attempt. If packets come one after the other, a poll receives many. */
    private boolean quiet;

    /**
     * Opens the sockets of a device.
     *
     * @param name the name of the device, for the thread
     * @param engine the engine
     * @param locals the addresses of the device
     * @param udpPort the port of the sockets and of all peers
     * @throws IOException if a socket cannot be opened
     */
    public RoceWire(String name, Engine engine, List<NetworkAddress> locals, int udpPort) throws IOException {
        this.name = name;
        this.udpPort = udpPort;
        this.engine = engine;
        this.acknowledging = engine::acknowledgeAll;
        this.selector = Selector.open();
        try {
            for (NetworkAddress local : locals) {
                RoceSocket socket = RoceSocket.open(local, udpPort, counters);
                sockets.add(socket);
                receiving.add(socket);
                SelectionKey key = socket.channel().register(selector, SelectionKey.OP_READ, socket);
                socket.onFull(() -> awaitWritable(key));
            }
        } catch (IOException | RuntimeException e) {
            closeAll();
            throw e;
        }
        this.thread = new Thread(this::run, "verbena-roce-" + name);
        thread.setDaemon(true);
    }

    /** Starts to receive. */
    public void start() {
        engine.onEarlierTimer(wakeUp);
        engine.add(this);
        thread.start();
    }

    // ---------------------------------------------------------------- the wire

    @Override
    public void attach(Port added) {
        port = added;
    }

    @Override
    public Path path(Port from, Route route) {
        RoceSocket socket = socketAt(route.source());
        Gid destination = route.destination();
        if (socket == null || destination.isMappedIpv4() != socket.isIpv4() || destination.isZero()) {
            return Path.NONE;
        }
        return new RocePath(from, socket, route, shared);
    }

    @Override
    public Path ethernet(Port from) {
        return Path.NONE;
    }

    /** {@inheritDoc} The network has a group if the device has an address of the same IP version. */
    @Override
    public void join(Port member, Gid group) {
        Set<NetworkInterface> links = new LinkedHashSet<>();
        for (RoceSocket socket : sockets) {
            if (socket.isIpv4() == group.isMappedIpv4()) {
                links.add(socket.address().link());
            }
        }
        if (links.isEmpty()) {
            throw cannotJoin(group, Errno.EINVAL, "a group of the IP version of an address of the device");
        }
        try {
            RoceSocket socket = RoceSocket.ofGroup(group, links, udpPort, counters);
            groups.put(group, socket);
            receiving.add(socket);
            socket.channel().register(selector, SelectionKey.OP_READ, socket);
            selector.wakeup();
        } catch (IOException e) {
            throw cannotJoin(group, Errno.EIO, "a free UDP port: " + e.getMessage());
        }
    }

    private VerbsException cannotJoin(Gid group, Errno errno, String limit) {
        return new VerbsException(
                "ibv_attach_mcast",
                errno,
                name,
                Diagnosis.of(new Violation(
                        "gid",
                        group.toString(),
                        limit,
                        "a multicast group on the network is an IP multicast group",
                        "ibv_attach_mcast(3)")));
    }

    @Override
    public void leave(Port member, Gid group) {
        RoceSocket socket = groups.remove(group);
        if (socket != null) {
            receiving.remove(socket);
            close(socket);
        }
    }

    private static void close(RoceSocket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            LOGGER.log(Level.WARNING, "the socket of a device cannot be closed", e);
        }
    }

    @Override
    public Map<String, Long> counters() {
        return counters.byName();
    }

    @Override
    public void dropped(DropReason reason) {
        counters.dropped(reason);
    }

    // ---------------------------------------------------------------- the thread

    private void run() {
        while (!closed) {
            try {
                turn();
            } catch (ClosedSelectorException e) {
                return;
            } catch (RuntimeException | Error | IOException e) {
                report(e);
            }
        }
    }

    @Override
    public void receiveNow(CompletionRing queue, boolean polling) {
        if (engine.isInTurn()) {
            return; // the condition of a fault polls
        }
        long now = System.nanoTime();
        if (polling) {
            polledAt = now;
            isPolled = true;
        }
        polled = queue;
        try {
            // The application may have answered what it polled last; its answer does not wait for acknowledgements.
            engine.acknowledgeDue(now);
            for (int i = 0; i < receiving.size(); i++) {
                RoceSocket socket = receiving.get(i);
                receiveSome(socket, now);
                if (!socket.isReady()) {
                    socket.flush();
                }
            }
            if (!polling) {
                engine.acknowledgeAll();
            }
        } catch (IOException | RuntimeException | Error e) {
            report(e);
        } finally {
            polled = null;
        }
    }

    @Override
    public void pollingEnds() {
        if (isPolled) {
            isPolled = false;
            engine.acknowledgeAll();
            LockSupport.unpark(thread);
        }
    }

    /** Waits as long as applications poll. Each poll also runs the timers that are due. */
    private void rest() {
        if (!isPolled) {
            return;
        }
        while (isPolled && !closed && System.nanoTime() - polledAt < REST_NANOS) {
            LockSupport.parkNanos(this, REST_NANOS);
        }
        isPolled = false;
        engine.run(acknowledging);
    }

    private void turn() throws IOException {
        rest();
        // Set first: a timer that is set from now on must wake the selector.
        sleepsUntil = Long.MAX_VALUE;
        long nanos = engine.runTimers();
        if (nanos == 0) {
            selector.selectNow(handler);
        } else if (nanos == Long.MAX_VALUE) {
            selector.select(handler);
        } else {
            sleepsUntil = System.nanoTime() + nanos;
            selector.select(handler, Math.max(1, nanos / NANOS_PER_MILLI));
        }
        sleepsUntil = AWAKE;
    }

    private void handle(SelectionKey key) {
        sleepsUntil = AWAKE;
        RoceSocket socket = (RoceSocket) key.attachment();
        if (key.isValid() && key.isWritable()) {
            key.interestOps(SelectionKey.OP_READ);
            engine.run(() -> {
                if (!socket.flush()) {
                    awaitWritable(key);
                }
            });
        }
        if (key.isValid() && key.isReadable()) {
            receive(socket);
        }
    }

    private void awaitWritable(SelectionKey key) {
        key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        if (!Thread.currentThread().equals(thread)) {
            selector.wakeup();
        }
    }

    /** Wakes the thread if it would sleep beyond the earliest timer. */
    private void wakeUp(long nanos) {
        long until = sleepsUntil;
        boolean sleepsLonger = until == Long.MAX_VALUE || until - System.nanoTime() > nanos + NANOS_PER_MILLI;
        if (until != AWAKE && sleepsLonger && !Thread.currentThread().equals(thread)) {
            selector.wakeup();
        }
    }

    private void receive(RoceSocket socket) {
        engine.enter();
        try {
            receiveSome(socket, System.nanoTime());
            engine.acknowledgeAll();
        } catch (IOException e) {
            report(e);
        } finally {
            engine.exit();
        }
    }

    private void receiveSome(RoceSocket socket, long now) throws IOException {
        engine.beginTurn(now);
        try {
            // The group may have been left in the meantime.
            for (int i = 0; i < PACKETS_IN_A_TURN && socket.channel().isOpen(); i++) {
                buffer.clear();
                SocketAddress sender = socket.channel().receive(buffer);
                if (sender == null) {
                    quiet = true;
                    return;
                }
                counters.received();
                receive(socket, (InetSocketAddress) sender, buffer.position());
                if (quiet && polled != null && polled.count() > 0) {
                    // The application has waited for this packet. Others are not likely, and a vain attempt takes time.
                    quiet = false;
                    return;
                }
            }
        } finally {
            engine.endTurn();
        }
    }

    private void receive(RoceSocket socket, InetSocketAddress sender, int length) {
        try {
            DropReason reason = handle(socket, sender, length);
            if (reason != null) {
                counters.dropped(reason);
            }
        } catch (RuntimeException | Error e) {
            report(e);
        }
    }

    /** Counts a failure and logs the first one. Never throws, because the thread serves all connections. */
    private void report(Throwable e) {
        counters.dropped(DropReason.INTERNAL);
        if (!reported && !closed) {
            reported = true;
            try {
                LOGGER.log(Level.WARNING, "a packet caused an unexpected failure; further ones are counted only", e);
            } catch (RuntimeException | Error lost) {
                // A handler of the application throws, or memory is short.
            }
        }
    }

    private @Nullable DropReason handle(RoceSocket socket, InetSocketAddress sender, int length) {
        buffer.clear();
        if (packet.wrap(buffer, 0, length) != PacketDecoder.Defect.NONE) {
            return DropReason.MALFORMED;
        }
        Port to = port;
        if (to == null || !to.isUp()) {
            return DropReason.WRONG_STATE;
        }
        WireMessage message = engine.takeMessage();
        try {
            if (!MessageDecoder.decode(packet, buffer, message)) {
                return DropReason.UNSUPPORTED_TRANSPORT;
            }
            Gid source = lastSender.gidOf(sender);
            Gid destination = socket.address().gid();
            message.route = lastSender.routeTo(destination);
            message.captured = null;
            message.notTo = destination.isMulticast() && socketAt(source) != null
                    ? to.receiver().blocksOwnMulticast(message.srcQpn)
                    : null;
            DropReason reason = to.receiver().refuses(message, source, destination);
            if (reason != null && reason != DropReason.QUEUE_PAIR_IN_ERROR) {
                return reason;
            }
            if ((packet.pkey() & PKEY_MASK) != PKEY_MASK) {
                return DropReason.WRONG_PKEY;
            }
            if (!lastSender.sent(packet, buffer, socket)) {
                return DropReason.WRONG_ICRC;
            }
            to.receiver().receive(message);
            return reason;
        } finally {
            engine.giveBack();
        }
    }

    /** Returns the socket at an address of the device, null if the device does not have the address. */
    private @Nullable RoceSocket socketAt(Gid gid) {
        for (RoceSocket socket : sockets) {
            if (socket.address().gid().equals(gid)) {
                return socket;
            }
        }
        return null;
    }

    /** Closes the sockets and ends the thread. */
    @Override
    public void close() {
        closed = true;
        engine.remove(this);
        engine.removeOnEarlierTimer(wakeUp);
        closeAll();
    }

    private void closeAll() {
        sockets.forEach(RoceWire::close);
        engine.run(() -> {
            receiving.clear();
            groups.values().forEach(RoceWire::close);
            groups.clear();
        });
        try {
            selector.close();
        } catch (IOException e) {
            LOGGER.log(Level.WARNING, "the selector of a device cannot be closed", e);
        }
    }
}
