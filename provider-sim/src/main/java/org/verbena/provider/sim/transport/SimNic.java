// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.verbena.attr.AsyncEventType;
import org.verbena.attr.Gid;
import org.verbena.attr.QpState;
import org.verbena.provider.sim.memory.KeyTable;
import org.verbena.provider.sim.memory.NumberTable;
import org.verbena.provider.sim.memory.Region;
import org.verbena.provider.sim.memory.Window;
import org.verbena.provider.sim.wire.DropReason;
import org.verbena.provider.sim.wire.Port;
import org.verbena.provider.sim.wire.Route;
import org.verbena.provider.sim.wire.Service;
import org.verbena.provider.sim.wire.Wire;
import org.verbena.provider.sim.wire.WireMessage;
import org.verbena.spi.model.DataPath;
import org.verbena.spi.model.DataPathTrait;

/** The data path of a device: its queue pairs and the other objects that messages and keys identify by number. */
public final class SimNic {
    private final Engine engine;
    private final DataPath dataPath;

    /** Whether the driver has a trait, by its ordinal number, because every message checks some of them. */
    private final boolean[] traits = new boolean[DataPathTrait.values().length];

    private final Wire wire;
    private final int mtu;
    private final long maxMessage;
    private final boolean offloadsChecksums;
    private final KeyTable keys = new KeyTable();
    private final NumberTable<TransportQp> qps = new NumberTable<>();
    private final NumberTable<SrqReceives> srqs = new NumberTable<>();
    private final NumberTable<WqReceives> wqs = new NumberTable<>();
    private final Map<Gid, List<TransportQp>> groups = new HashMap<>();

    /** The queue pairs with a {@code source_qpn}, by that number. The oldest one with a number receives. */
    private final Map<Integer, List<TransportQp>> sources = new HashMap<>();

    private final List<EventQueue> contexts = new ArrayList<>();
    private final Steering steering = new Steering();
    private final List<Port> ports = new ArrayList<>();
    private final ReferenceNumbers<AddressVector> addresses = new ReferenceNumbers<>();
    private final ReferenceNumbers<Region> regions = new ReferenceNumbers<>();
    private final ReferenceNumbers<Window> windows = new ReferenceNumbers<>();
    private final SendPoster sendPoster;
    private final RecvPoster recvPoster;
    private GeneralServices generalServices = GeneralServices.NONE;

    /**
     * Creates a device without ports.
     *
     * @param engine the fabric's engine
     * @param dataPath the data path behaviour of the driver
     * @param wire the wire that its ports are connected to
     * @param mtu the maximum payload of a packet of its ports, in bytes
     * @param maxMessage the maximum length of a message, in bytes: {@code max_msg_sz}, 0 if the device does not report
     *     it
     * @param offloadsChecksums whether the device writes and checks the checksums of frames
     */
    @SuppressWarnings("EnumOrdinal") // as above
    public SimNic(Engine engine, DataPath dataPath, Wire wire, int mtu, long maxMessage, boolean offloadsChecksums) {
        this.engine = engine;
        this.dataPath = dataPath;
        for (DataPathTrait trait : DataPathTrait.values()) {
            traits[trait.ordinal()] = dataPath.has(trait);
        }
        this.wire = wire;
        this.mtu = mtu;
        this.maxMessage = maxMessage;
        this.offloadsChecksums = offloadsChecksums;
        this.sendPoster = new SendPoster(dataPath.postErrors());
        this.recvPoster = new RecvPoster(dataPath.postErrors());
    }

    /**
     * Adds the next port.
     *
     * @param port the port, which must pass its messages to {@link #receive}
     */
    public void addPort(Port port) {
        ports.add(port);
        wire.attach(port);
    }

    /**
     * Returns a port.
     *
     * @param portNum the port number, at least 1
     * @return the port
     */
    public Port port(int portNum) {
        return ports.get(portNum - 1);
    }

    /**
     * Sets the receiver of management datagrams.
     *
     * @param services the services behind queue pair 1
     */
    public void generalServices(GeneralServices services) {
        generalServices = services;
    }

    /** {@return the fabric's engine} */
    public Engine engine() {
        return engine;
    }

    /** {@return the wire that the ports are connected to} */
    public Wire wire() {
        return wire;
    }

    /** {@return the memory keys} */
    public KeyTable keys() {
        return keys;
    }

    /**
     * Returns the address handles.
     *
     * @return the references that work requests hold in place of {@code struct ibv_ah *}
     */
    public ReferenceNumbers<AddressVector> addresses() {
        return addresses;
    }

    /**
     * Returns the memory regions.
     *
     * @return the references that work requests hold in place of {@code struct ibv_mr *}
     */
    public ReferenceNumbers<Region> regions() {
        return regions;
    }

    /**
     * Returns the memory windows.
     *
     * @return the references that work requests hold in place of {@code struct ibv_mw *}
     */
    public ReferenceNumbers<Window> windows() {
        return windows;
    }

    @Nullable
    AddressVector address(long reference) {
        return addresses.find(reference);
    }

    /**
     * Returns the binding that a bind request describes.
     *
     * @param window the reference of the window
     * @param newKey the new key of the window, of which only the low 8 bits count
     * @param region the reference of the region
     * @param address the address of the first byte
     * @param length the number of bytes
     * @param access the permitted access, flags of {@link org.verbena.attr.AccessFlag}
     * @return the binding, null if there is no such window
     */
    public @Nullable WindowBinding binding(
            long window, int newKey, long region, long address, long length, int access) {
        Window bound = windows.find(window);
        return bound == null
                ? null
                : new WindowBinding(
                        bound,
                        has(DataPathTrait.BINDS_KNOWN_KEYS) ? bound.postedKey() : bound.key(),
                        newKey,
                        regions.find(region),
                        address,
                        length,
                        access);
    }

    NumberTable<TransportQp> qps() {
        return qps;
    }

    NumberTable<SrqReceives> srqs() {
        return srqs;
    }

    NumberTable<WqReceives> wqs() {
        return wqs;
    }

    SendPoster sendPoster() {
        return sendPoster;
    }

    RecvPoster recvPoster() {
        return recvPoster;
    }

    DataPath dataPath() {
        return dataPath;
    }

    @SuppressWarnings("EnumOrdinal") // the array is private to this class
    boolean has(DataPathTrait trait) {
        return traits[trait.ordinal()];
    }

    int mtu() {
        return mtu;
    }

    long maxMessage() {
        return maxMessage;
    }

    boolean offloadsChecksums() {
        return offloadsChecksums;
    }

    // ---------------------------------------------------------------- incoming messages

    /**
     * Receives a message from a port.
     *
     * @param portNum the port number
     * @param message the message
     */
    public void receive(int portNum, WireMessage message) {
        switch (message.service) {
            case RAW -> receiveFrame(portNum, message);
            case DATAGRAM -> receiveDatagram(portNum, message);
            default -> {
                // Repeats the code of deliver, because that saves a call for most messages.
                TransportQp qp = qps.get(message.destQpn);
                if (qp != null && qp.service() == message.service) {
                    qp.receive(message);
                }
            }
        }
    }

    /**
     * Checks whether a message from the network may be received (rxe: {@code hdr_check}, {@code check_type_state} and
     * {@code check_addr} of rxe_recv.c).
     *
     * @param message the message
     * @param source the GID of its sender
     * @param destination the GID that it was sent to
     * @return the reason to drop it, null if it may be received
     */
    public @Nullable DropReason refuses(WireMessage message, Gid source, Gid destination) {
        if (message.destQpn == GeneralServices.QPN) {
            return message.service == Service.DATAGRAM
                    ? generalServices.refuses(message)
                    : DropReason.UNKNOWN_QUEUE_PAIR;
        }
        if (message.destQpn == WireMessage.MULTICAST_QPN) {
            return message.service == Service.DATAGRAM && destination.isMulticast()
                    ? null
                    : DropReason.UNKNOWN_QUEUE_PAIR;
        }
        TransportQp qp =
                message.service == Service.DATAGRAM ? datagramReceiver(message.destQpn) : qps.get(message.destQpn);
        if (qp == null || qp.service() != message.service) {
            return DropReason.UNKNOWN_QUEUE_PAIR;
        }
        boolean inError = qp.state() == QpState.ERR && message.opcode.isRequest();
        if (!inError && !qp.accepts(message)) {
            return DropReason.WRONG_STATE;
        }
        if (message.service != Service.DATAGRAM && !qp.isPeer(source, destination)) {
            return DropReason.WRONG_ADDRESS;
        }
        return inError ? DropReason.QUEUE_PAIR_IN_ERROR : null;
    }

    /**
     * Returns the queue pair that must not receive its own multicast message.
     *
     * @param srcQpn the number of the sender, a queue pair of this device
     * @return the queue pair, null if the sender receives its own messages
     */
    public @Nullable TransportQp blocksOwnMulticast(int srcQpn) {
        TransportQp sender = qps.get(srcQpn);
        return sender != null && sender.blocksOwnMulticast() ? sender : null;
    }

    private static void deliver(@Nullable TransportQp qp, WireMessage message) {
        if (qp != null && qp.service() == message.service) {
            qp.receive(message);
        }
    }

    private void receiveDatagram(int portNum, WireMessage message) {
        Route route = message.route;
        if (message.destQpn == GeneralServices.QPN) {
            generalServices.receive(portNum, message);
            return;
        }
        if (message.destQpn != WireMessage.MULTICAST_QPN || route == null) {
            deliver(datagramReceiver(message.destQpn), message);
            return;
        }
        List<TransportQp> members = groups.get(route.destination());
        if (members != null) {
            for (int i = 0; i < members.size(); i++) {
                if (members.get(i) != message.notTo) {
                    deliver(members.get(i), message);
                }
            }
        }
    }

    private @Nullable TransportQp datagramReceiver(int number) {
        List<TransportQp> chosen = sources.isEmpty() ? null : sources.get(number);
        return chosen == null ? qps.get(number) : chosen.get(0);
    }

    void addSource(int number, TransportQp qp) {
        sources.computeIfAbsent(number, any -> new ArrayList<>()).add(qp);
    }

    void removeSource(int number, TransportQp qp) {
        sources.computeIfPresent(number, (any, qps) -> qps.remove(qp) && qps.isEmpty() ? null : qps);
    }

    private void receiveFrame(int portNum, WireMessage message) {
        if (has(DataPathTrait.STEERS_FRAMES)) {
            steering.steer(portNum, message);
        } else {
            steering.copy(portNum, message);
        }
    }

    /** {@return the flow steering of Ethernet frames} */
    public Steering steering() {
        return steering;
    }

    /**
     * Adds a queue pair to a multicast group.
     *
     * @param group the group's GID
     * @param member the queue pair
     * @throws VerbsException if the network does not have the group; the queue pair is not added
     */
    public void join(Gid group, TransportQp member) {
        List<TransportQp> members = groups.get(group);
        if (members == null) {
            ports.forEach(port -> wire.join(port, group));
            members = new ArrayList<>();
            groups.put(group, members);
        }
        members.add(member);
    }

    /**
     * Removes a queue pair from a multicast group.
     *
     * @param group the group's GID
     * @param member the queue pair
     */
    public void leave(Gid group, TransportQp member) {
        List<TransportQp> members = groups.getOrDefault(group, List.of());
        members.remove(member);
        if (members.isEmpty() && groups.remove(group) != null) {
            ports.forEach(port -> wire.leave(port, group));
        }
    }

    /** Makes all queue pairs that use a completion queue fail, with an event each. */
    void failUsers(CompletionRing queue) {
        qps.forEach(qp -> {
            if (qp.uses(queue)) {
                qp.fatal();
            }
        });
    }

    /**
     * Watches the peer of a queue pair, see {@link TransportQp#keepAlive}. The call has no effect if there is no such
     * queue pair.
     *
     * @param number the number of the queue pair
     * @param nanos the time without a packet after which the peer counts as dead, in nanoseconds
     * @param extendsRetries whether requests with the maximum of retries are repeated for that time
     * @param silent called when the peer counts as dead
     */
    public void keepAlive(long number, long nanos, boolean extendsRetries, Runnable silent) {
        TransportQp qp = qps.find(number);
        if (qp != null) {
            qp.keepAlive(nanos, extendsRetries, silent);
        }
    }

    // ---------------------------------------------------------------- contexts

    /**
     * Registers a context for the events of the device.
     *
     * @param events the context's events
     */
    public void open(EventQueue events) {
        contexts.add(events);
    }

    /**
     * Unregisters a context.
     *
     * @param events the context's events
     */
    public void close(EventQueue events) {
        contexts.remove(events);
    }

    /**
     * Takes a port down or brings it up. A change raises an event in the contexts.
     *
     * @param portNum the port number
     * @param up whether the port shall be up
     */
    public void portUp(int portNum, boolean up) {
        Port port = port(portNum);
        if (port.isUp() != up) {
            port.up(up);
            tell(up ? AsyncEventType.PORT_ACTIVE : AsyncEventType.PORT_ERR, portNum);
        }
    }

    /**
     * Makes a queue pair fail, with an event. The call has no effect on a queue pair in RESET or ERR.
     *
     * @param number the number of the queue pair
     * @return whether there is such a queue pair
     */
    public boolean failQueuePair(long number) {
        TransportQp qp = qps.find(number);
        if (qp != null) {
            qp.fatal();
        }
        return qp != null;
    }

    /**
     * Makes a work queue fail, with an event. The call has no effect on a work queue that is not in RDY.
     *
     * @param number the number of the work queue
     * @return whether there is such a work queue
     */
    public boolean failWorkQueue(long number) {
        WqReceives wq = wqs.find(number);
        if (wq != null) {
            wq.fatal();
        }
        return wq != null;
    }

    /** Makes the device fail: takes all ports down, makes all queues fail, and raises an event in the contexts. */
    public void fail() {
        ports.forEach(port -> port.up(false));
        qps.forEach(TransportQp::fail);
        wqs.forEach(WqReceives::fail);
        tell(AsyncEventType.DEVICE_FATAL, 0);
        generalServices.deviceFailed();
    }

    private void tell(AsyncEventType type, int portNum) {
        contexts.forEach(context -> context.add(type, Optional.empty(), portNum));
    }
}
