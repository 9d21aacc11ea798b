package org.verbena.provider.sim.transport;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.verbena.AsyncEventType;
import org.verbena.Gid;
import org.verbena.provider.sim.memory.KeyTable;
import org.verbena.provider.sim.memory.NumberTable;
import org.verbena.provider.sim.memory.Region;
import org.verbena.provider.sim.memory.Window;
import org.verbena.provider.sim.wire.Message;
import org.verbena.provider.sim.wire.Port;
import org.verbena.provider.sim.wire.Route;
import org.verbena.provider.sim.wire.Wire;
import org.verbena.spi.model.DataPath;
import org.verbena.spi.model.DataPathTrait;

/** What a device has for moving messages: its queue pairs and other things that messages and keys name by number. */
public final class Adapter {
    private final Engine engine;
    private final DataPath dataPath;

    /** The traits once more, a bit for each: they are asked for with every message. */
    private final long traits;

    private final Wire wire;
    private final int mtu;
    private final long maxMessage;
    private final KeyTable keys = new KeyTable();
    private final NumberTable<TransportQp> qps = new NumberTable<>();
    private final NumberTable<SharedReceives> srqs = new NumberTable<>();
    private final NumberTable<WorkReceives> wqs = new NumberTable<>();
    private final Map<Gid, List<TransportQp>> groups = new HashMap<>();

    /** The queue pairs with a {@code source_qpn}, by that number; the oldest one receives. */
    private final Map<Integer, List<TransportQp>> sources = new HashMap<>();

    private final List<EventQueue> contexts = new ArrayList<>();
    private final Steering steering = new Steering();
    private final List<Port> ports = new ArrayList<>();
    private final References<AddressVector> addresses = new References<>();
    private final References<Region> regions = new References<>();
    private final References<Window> windows = new References<>();
    private final SendPoster sendPoster;
    private final RecvPoster recvPoster;

    /**
     * A device without ports.
     *
     * @param engine the fabric's engine
     * @param dataPath how it behaves
     * @param wire what its ports are connected to
     * @param mtu what a packet of its ports carries at most, in bytes
     * @param maxMessage what a message has at most, in bytes: {@code max_msg_sz}, 0 if the device does not tell
     */
    public Adapter(Engine engine, DataPath dataPath, Wire wire, int mtu, long maxMessage) {
        this.engine = engine;
        this.dataPath = dataPath;
        this.traits = dataPath.traits().stream().mapToLong(Adapter::bit).reduce(0, (all, one) -> all | one);
        this.wire = wire;
        this.mtu = mtu;
        this.maxMessage = maxMessage;
        this.sendPoster = new SendPoster(dataPath.postErrors());
        this.recvPoster = new RecvPoster(dataPath.postErrors());
    }

    /**
     * Adds the next port.
     *
     * @param port the port, whose messages go to {@link #receive}
     */
    public void addPort(Port port) {
        ports.add(port);
        wire.attach(port);
    }

    /**
     * A port.
     *
     * @param portNum 1 and up
     * @return the port
     */
    public Port port(int portNum) {
        return ports.get(portNum - 1);
    }

    /**
     * The fabric's engine.
     *
     * @return the engine
     */
    public Engine engine() {
        return engine;
    }

    /**
     * What its ports are connected to.
     *
     * @return the wire
     */
    public Wire wire() {
        return wire;
    }

    /**
     * The memory keys.
     *
     * @return the keys
     */
    public KeyTable keys() {
        return keys;
    }

    /**
     * The address handles.
     *
     * @return what work requests name in the place of {@code struct ibv_ah *}
     */
    public References<AddressVector> addresses() {
        return addresses;
    }

    /**
     * The memory regions.
     *
     * @return what work requests name in the place of {@code struct ibv_mr *}
     */
    public References<Region> regions() {
        return regions;
    }

    /**
     * The memory windows.
     *
     * @return what work requests name in the place of {@code struct ibv_mw *}
     */
    public References<Window> windows() {
        return windows;
    }

    @Nullable
    AddressVector address(long reference) {
        return addresses.find(reference);
    }

    /**
     * Finds what a bind is about.
     *
     * @param window the reference of the window
     * @param newKey the key that it gets, of which the low 8 bits count
     * @param region the reference of the region
     * @param address the first byte
     * @param length number of bytes
     * @param access what is allowed, flags of {@link org.verbena.AccessFlag}
     * @return the binding; null if there is no such window
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

    NumberTable<SharedReceives> srqs() {
        return srqs;
    }

    NumberTable<WorkReceives> wqs() {
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

    boolean has(DataPathTrait trait) {
        return (traits & bit(trait)) != 0;
    }

    @SuppressWarnings("EnumOrdinal") // nobody else sees the bit
    private static long bit(DataPathTrait trait) {
        return 1L << trait.ordinal();
    }

    int mtu() {
        return mtu;
    }

    long maxMessage() {
        return maxMessage;
    }

    // ---------------------------------------------------------------- what comes in

    /**
     * Takes a message that came in through a port.
     *
     * @param portNum the port
     * @param message the message
     */
    public void receive(int portNum, Message message) {
        switch (message.service) {
            case RAW -> receiveFrame(portNum, message);
            case DATAGRAM -> receiveDatagram(message);
            default -> {
                // As deliver does it, but one call less on the way that most messages take.
                TransportQp qp = qps.get(message.destQpn);
                if (qp != null && qp.service() == message.service) {
                    qp.receive(message);
                }
            }
        }
    }

    private static void deliver(@Nullable TransportQp qp, Message message) {
        if (qp != null && qp.service() == message.service) {
            qp.receive(message);
        }
    }

    private void receiveDatagram(Message message) {
        Route route = message.route;
        if (message.destQpn != Message.MULTICAST_QPN || route == null) {
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

    private void receiveFrame(int portNum, Message message) {
        if (has(DataPathTrait.STEERS_FRAMES)) {
            steering.steer(portNum, message);
        } else {
            steering.copy(portNum, message);
        }
    }

    /**
     * Where frames go.
     *
     * @return the rules
     */
    public Steering steering() {
        return steering;
    }

    /**
     * Has a queue pair receive what is sent to a group.
     *
     * @param group the group
     * @param member the queue pair
     */
    public void join(Gid group, TransportQp member) {
        List<TransportQp> members = groups.computeIfAbsent(group, gid -> new ArrayList<>());
        if (members.isEmpty()) {
            ports.forEach(port -> wire.join(port, group));
        }
        members.add(member);
    }

    /**
     * Ends that.
     *
     * @param group the group
     * @param member the queue pair
     */
    public void leave(Gid group, TransportQp member) {
        List<TransportQp> members = groups.getOrDefault(group, List.of());
        members.remove(member);
        if (members.isEmpty() && groups.remove(group) != null) {
            ports.forEach(port -> wire.leave(port, group));
        }
    }

    /** Ends all queue pairs that use a completion queue. */
    void failUsers(CompletionRing queue) {
        qps.forEach(qp -> {
            if (qp.uses(queue)) {
                qp.fatal();
            }
        });
    }

    // ---------------------------------------------------------------- contexts

    /**
     * Tells a context of what happens to the device.
     *
     * @param events the context's events
     */
    public void open(EventQueue events) {
        contexts.add(events);
    }

    /**
     * Ends that.
     *
     * @param events the context's events
     */
    public void close(EventQueue events) {
        contexts.remove(events);
    }

    /**
     * Takes a port down or up, and tells the contexts if that changes anything.
     *
     * @param portNum the port
     * @param up whether it is to be up
     */
    public void portUp(int portNum, boolean up) {
        Port port = port(portNum);
        if (port.isUp() != up) {
            port.up(up);
            tell(up ? AsyncEventType.PORT_ACTIVE : AsyncEventType.PORT_ERR, portNum);
        }
    }

    /**
     * Ends a queue pair that works, with an event.
     *
     * @param number its number
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
     * Ends a work queue that works, with an event.
     *
     * @param number its number
     * @return whether there is such a work queue
     */
    public boolean failWorkQueue(long number) {
        WorkReceives wq = wqs.find(number);
        if (wq != null) {
            wq.fatal();
        }
        return wq != null;
    }

    /** Ends all queues, and tells the contexts: the device is gone. */
    public void fail() {
        ports.forEach(port -> port.up(false));
        qps.forEach(TransportQp::fail);
        wqs.forEach(WorkReceives::fail);
        tell(AsyncEventType.DEVICE_FATAL, 0);
    }

    private void tell(AsyncEventType type, int portNum) {
        contexts.forEach(context -> context.add(type, Optional.empty(), portNum));
    }
}
