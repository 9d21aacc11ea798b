// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.verbena.DeviceContext;
import org.verbena.VerbsProvider;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnectionManager;
import org.verbena.cm.EventChannel;
import org.verbena.cm.MulticastGroup;
import org.verbena.cm.PortSpace;

/** Connection management on one device of a walk, with the objects that steps have created. */
final class CmWalkSide implements AutoCloseable {
    /** The local address of a requesting identifier, which its request carries. */
    private record Requester(PortSpace space, int port) {}

    private final ConnectionManager manager;
    private final CmAddresses addresses;
    private final Map<Integer, EventChannel> channels = new TreeMap<>();
    private final Set<EventChannel> held = new HashSet<>();
    private final Map<Integer, WalkedId> ids = new TreeMap<>();
    private final Map<CmId, WalkedId> known = new HashMap<>();
    private final Map<Integer, MulticastGroup> groups = new TreeMap<>();
    private final Map<Requester, Integer> requests = new HashMap<>();
    private final Map<Long, String> qpNames = new HashMap<>();

    /**
     * Opens connection management.
     *
     * @param provider the provider of the device
     * @param context the context that all queue pairs use
     */
    CmWalkSide(VerbsProvider provider, DeviceContext context) {
        this.manager = ConnectionManager.open(provider, context);
        this.addresses = new CmAddresses(context);
    }

    CmAddresses addresses() {
        return addresses;
    }

    // ---------------------------------------------------------------- objects

    private Map<Integer, ?> objects(Kind kind) {
        return switch (kind) {
            case EVENT_CHANNEL -> channels;
            case CM_ID -> ids;
            case MULTICAST -> groups;
            default -> Map.of();
        };
    }

    boolean has(Kind kind, int step) {
        return objects(kind).containsKey(step);
    }

    /**
     * Returns the steps whose objects are open, or closed. A group is never closed, because leaving twice is harmless.
     */
    List<Integer> objects(Kind kind, boolean open) {
        return objects(kind).keySet().stream()
                .filter(step -> isOpen(kind, step) == open)
                .toList();
    }

    private boolean isOpen(Kind kind, int step) {
        return switch (kind) {
            case EVENT_CHANNEL -> !channel(step).isClosed();
            case CM_ID -> !idOf(step).id().isClosed();
            default -> true;
        };
    }

    EventChannel createChannel(Step step) {
        EventChannel channel = manager.createEventChannel();
        channels.put(step.number(), channel);
        if (step.arguments().number(StepField.HELD) != 0) {
            held.add(channel);
        }
        return channel;
    }

    void created(int step, CmId id) {
        add(new WalkedId(step, id, CmPhase.NEW));
    }

    private WalkedId add(WalkedId id) {
        ids.put(id.step(), id);
        known.put(id.id(), id);
        return id;
    }

    void joined(int step, MulticastGroup group) {
        groups.put(step, group);
    }

    /** Records the step whose request an identifier has sent. */
    void requested(int step, CmId id) {
        id.localAddress().ifPresent(local -> requests.put(new Requester(id.portSpace(), local.getPort()), step));
    }

    void named(long qpNum, WalkedId id) {
        qpNames.put(qpNum, id.toString());
    }

    /** Returns the name of a queue pair; its number if no identifier has created it. */
    String qpName(long qpNum) {
        return qpNames.getOrDefault(qpNum, Long.toString(qpNum));
    }

    private EventChannel channel(int step) {
        return Objects.requireNonNull(channels.get(step));
    }

    /**
     * Returns the channel that a step names.
     *
     * @throws NamesNothingException if the step names none
     */
    EventChannel channel(Step step) {
        return step.arguments().objects(StepField.EVENT_CHANNEL).stream()
                .findFirst()
                .map(this::channel)
                .orElseThrow(() -> new NamesNothingException(step, StepField.EVENT_CHANNEL));
    }

    /**
     * Returns the identifier that a step names.
     *
     * @throws NamesNothingException if the step names none
     */
    WalkedId id(Step step) {
        return find(step, StepField.ID).orElseThrow(() -> new NamesNothingException(step, StepField.ID));
    }

    Optional<WalkedId> find(Step step, StepField field) {
        return step.arguments().objects(field).stream().findFirst().map(ids::get);
    }

    /**
     * Returns the group that a step names.
     *
     * @throws NamesNothingException if the step names none
     */
    MulticastGroup group(Step step) {
        return step.arguments().objects(StepField.MC).stream()
                .findFirst()
                .map(groups::get)
                .orElseThrow(() -> new NamesNothingException(step, StepField.MC));
    }

    /** Returns whether the peer of an identifier is at the IPv4 address of this device. */
    boolean isAtOwn(CmId id) {
        return id.peerAddress()
                .filter(peer -> addresses.describe(peer.getAddress()).equals(IpWord.OWN.name()))
                .isPresent();
    }

    /** Returns the identifier of a step. */
    WalkedId idOf(int step) {
        return Objects.requireNonNull(ids.get(step));
    }

    /** Returns the open identifiers in the order of their steps. */
    Stream<WalkedId> openIds() {
        return ids.values().stream().filter(id -> !id.id().isClosed());
    }

    boolean isHeld(EventChannel channel) {
        return held.contains(channel);
    }

    /** Returns the open channels, whose events no step takes. */
    List<EventChannel> drained() {
        return channels.values().stream()
                .filter(channel -> !channel.isClosed() && !held.contains(channel))
                .toList();
    }

    /** Returns the steps of the open channels whose events wait until a step takes them. */
    List<Integer> heldChannels() {
        return objects(Kind.EVENT_CHANNEL, true).stream()
                .filter(step -> isHeld(channel(step)))
                .toList();
    }

    boolean holdsEvents() {
        return held.stream().anyMatch(channel -> !channel.isClosed());
    }

    // ---------------------------------------------------------------- events

    /** Takes all available events of a channel. */
    List<CmEvent> take(EventChannel channel) {
        List<CmEvent> taken = new ArrayList<>();
        for (Optional<CmEvent> next = channel.nextEvent(); next.isPresent(); next = channel.nextEvent()) {
            next.ifPresent(taken::add);
        }
        return taken;
    }

    /** Returns the identifier of an event. That of a request is named by the step that has sent the request. */
    WalkedId idOf(CmEvent event) {
        CmId id = event.id();
        WalkedId found = known.get(id);
        if (found == null && event.type() == CmEventType.CONNECT_REQUEST) {
            int port = id.peerAddress().map(peer -> peer.getPort()).orElse(0);
            int step = requests.getOrDefault(new Requester(id.portSpace(), port), 0);
            found = add(new WalkedId(step, id, CmPhase.REQUESTED));
        }
        return Optional.ofNullable(found).orElseThrow(() -> new AssertionError("an event of an unknown identifier"));
    }

    String nameOf(CmId id) {
        return Optional.ofNullable(known.get(id)).map(Object::toString).orElse("?");
    }

    String nameOf(EventChannel channel) {
        return nameIn(channels, channel);
    }

    String nameOf(MulticastGroup group) {
        return nameIn(groups, group);
    }

    private static <T> String nameIn(Map<Integer, T> objects, T object) {
        return objects.entrySet().stream()
                .filter(entry -> entry.getValue().equals(object))
                .map(entry -> "#" + entry.getKey())
                .findFirst()
                .orElse("?");
    }

    // ---------------------------------------------------------------- end

    /** Closes and forgets what a step created, as if it had been refused. */
    void forget(int step) {
        Optional.ofNullable(ids.remove(step)).ifPresent(id -> id.id().close());
        Optional.ofNullable(groups.remove(step)).ifPresent(MulticastGroup::close);
        Optional.ofNullable(channels.remove(step)).ifPresent(EventChannel::close);
    }

    @Override
    public void close() {
        manager.close();
    }
}
