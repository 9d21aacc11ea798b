package org.verbena.fidelity.walk;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.verbena.AccessFlag;
import org.verbena.AhAttr;
import org.verbena.CompletionChannel;
import org.verbena.CompletionQueue;
import org.verbena.DeviceContext;
import org.verbena.Flags;
import org.verbena.Gid;
import org.verbena.GidEntry;
import org.verbena.GlobalRoute;
import org.verbena.MemoryRegion;
import org.verbena.MemoryWindow;
import org.verbena.ProtectionDomain;
import org.verbena.QpType;
import org.verbena.VerbsObject;

/** The objects of one side that work requests are about: memory, connections, windows and lists that are not posted yet. */
final class Traffic implements AutoCloseable {
    /** The size of the memory: five zones, see {@link SendDrafts}. */
    static final int BYTES = 1 << 16;

    /** The length of the global route header that each datagram's receive begins with. */
    static final int ROUTE_HEADER = 40;

    /** A window of type 2 on the queue pair that it was bound by. */
    private record Binding(MemoryWindow window, Connection.End end) {}

    private static final int PAGE = 4096;
    private static final int HOPS = 64;
    private static final String MAPPED_IPV4 = "0000:0000:0000:0000:0000:ffff:";

    private final DeviceContext context;
    private final ProtectionDomain pd;
    private final ByteBuffer memory =
            ByteBuffer.allocateDirect(BYTES + PAGE).alignedSlice(PAGE).slice(0, BYTES);
    private final CompletionChannel channel;
    /** Memory for work requests that name no region. The reference keeps it from being reported as a leak. */
    private final MemoryRegion anchor;

    private final AhAttr own;
    private final Map<MemoryRegion, Long> offsets = new HashMap<>();
    private final Map<VerbsObject, MemoryRegion> opened = new HashMap<>();
    private final Map<Integer, Connection> connections = new TreeMap<>();
    private final Set<CompletionQueue> queues = new LinkedHashSet<>();
    private final Map<Object, String> labels = new HashMap<>();
    private final Map<Long, String> numbers = new HashMap<>();
    private final Map<String, List<Step>> lists = new HashMap<>();
    private final List<Binding> bindings = new ArrayList<>();
    private final Map<Integer, MemoryWindow> binds = new HashMap<>();
    private final Map<Integer, Step> receives = new HashMap<>();
    private final Set<MemoryWindow> invalidated = new HashSet<>();
    private List<Step> posted = List.of();
    private @Nullable ProtectionDomain other;

    /**
     * Creates the memory and registers all of it.
     *
     * @param context the device
     */
    Traffic(DeviceContext context) {
        this.context = context;
        this.pd = context.allocPd();
        this.channel = context.createCompChannel();
        for (int i = 0; i < BYTES; i++) {
            memory.put(i, (byte) (i * 31 + (i >> 8)));
        }
        this.anchor = pd.regMr(memory.duplicate(), Flags.of(AccessFlag.LOCAL_WRITE));
        this.own = own(context);
    }

    /** Returns the address of the port itself: of the first IPv4 address, which the kernel resolves without neighbours. */
    private static AhAttr own(DeviceContext context) {
        List<GidEntry> entries = context.queryGidTable();
        GidEntry entry = entries.stream()
                .filter(candidate -> candidate.gid().toString().startsWith(MAPPED_IPV4))
                .findFirst()
                .orElseGet(() -> entries.get(0));
        Gid gid = entry.gid();
        return AhAttr.builder()
                .grh(new GlobalRoute(gid, 0, (int) entry.gidIndex(), HOPS, 0))
                .portNum(1)
                .build();
    }

    DeviceContext context() {
        return context;
    }

    ProtectionDomain pd() {
        return pd;
    }

    ProtectionDomain otherPd() {
        ProtectionDomain made = other;
        if (made == null) {
            made = context.allocPd();
            other = made;
        }
        return made;
    }

    CompletionChannel channel() {
        return channel;
    }

    AhAttr own() {
        return own;
    }

    ByteBuffer memory() {
        return memory;
    }

    // ---------------------------------------------------------------- addresses

    /** Notes the offset of a region in the memory. A provider may map each registration at a different address. */
    MemoryRegion registered(MemoryRegion region, long offset) {
        offsets.put(region, offset);
        return region;
    }

    /** Notes the region that a window opens a part of. */
    void opens(MemoryWindow window, MemoryRegion region) {
        opened.put(window, region);
    }

    /** Returns the address of a place in the memory, or beyond it, by a region or a window. */
    long addressOf(Optional<? extends VerbsObject> object, long offset) {
        MemoryRegion region = object.flatMap(this::region).orElse(anchor);
        return region.address() + offset - offsets.getOrDefault(region, 0L);
    }

    private Optional<MemoryRegion> region(VerbsObject object) {
        return object instanceof MemoryRegion region ? Optional.of(region) : Optional.ofNullable(opened.get(object));
    }

    /** Tells whether work requests of any kind can use all of the memory by a region. */
    boolean isWhole(MemoryRegion region) {
        return region.length() == BYTES
                && region.pd().equals(pd)
                && region.access().contains(AccessFlag.LOCAL_WRITE);
    }

    // ---------------------------------------------------------------- names

    /** Gives an object its name in observations. */
    void label(VerbsObject object, String label) {
        labels.put(object, label);
    }

    String label(Object object) {
        return labels.getOrDefault(object, "?");
    }

    /** Returns the name of the queue pair with a number. */
    String labelOf(long qpNum) {
        return numbers.getOrDefault(qpNum, qpNum == 0 ? "-" : "?");
    }

    /** Adds a completion queue that is polled from now on. */
    CompletionQueue watch(CompletionQueue cq, String label) {
        queues.add(cq);
        label(cq, label);
        return cq;
    }

    Stream<CompletionQueue> queues() {
        return queues.stream().filter(cq -> !cq.isClosed());
    }

    // ---------------------------------------------------------------- connections

    void add(Step step, Connection connection) {
        connections.put(step.number(), connection);
        connection.ends().forEach(end -> {
            label(end.qp(), end.label());
            numbers.put(end.qp().qpNum(), end.label());
        });
    }

    Optional<Connection> connection(int step) {
        return Optional.ofNullable(connections.get(step));
    }

    /**
     * Returns the connection that a step names.
     *
     * @throws NamesNothingException if it does not
     */
    Connection connection(Step step) {
        return step.arguments().objects(Field.PAIR).stream()
                .flatMap(made -> connection(made).stream())
                .findFirst()
                .orElseThrow(() -> new NamesNothingException(step, Field.PAIR));
    }

    Connection.End end(Step step) {
        return connection(step).end(step.arguments().integer(Field.END));
    }

    /** Returns the steps whose connections have an open queue pair. */
    List<Integer> open() {
        return connections.entrySet().stream()
                .filter(entry -> !entry.getValue().isClosed())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Returns the ends that are open. */
    Stream<Connection.End> ends() {
        return connections.values().stream()
                .flatMap(Connection::ends)
                .filter(end -> !end.qp().isClosed());
    }

    // ---------------------------------------------------------------- lists

    /** Returns the work requests that wait for the rest of their list. */
    List<Step> list(String queue) {
        return lists.computeIfAbsent(queue, key -> new ArrayList<>());
    }

    /** Returns them together with the last one, and forgets them. */
    List<Step> completed(String queue, Step last) {
        List<Step> list = new ArrayList<>(list(queue));
        lists.remove(queue);
        list.add(last);
        posted = List.copyOf(list);
        return list;
    }

    /** Returns the list that was posted last. */
    List<Step> posted() {
        return posted;
    }

    /** Forgets lists that another side has not kept either. */
    void dropListsWithout(Traffic another) {
        lists.keySet().retainAll(another.lists.keySet());
    }

    /** Keeps receives, to find the memory of their completions. */
    void received(List<Step> steps) {
        steps.forEach(step -> receives.put(step.number(), step));
    }

    boolean isReceive(int step) {
        return receives.containsKey(step);
    }

    /** Tells whether the queue pair with a name takes datagrams. */
    boolean isDatagram(String label) {
        return ends().anyMatch(end -> end.label().equals(label) && end.qp().qpType() == QpType.UD);
    }

    /** Clears the place of a datagram's global route header, which holds the addresses of the device. */
    void clearRouteHeader(int receive) {
        Step step = receives.get(receive);
        int left = ROUTE_HEADER;
        for (int element = 0; step != null && element < PairAttributes.MOST_SGE; element++) {
            long offset = step.arguments().number(Elements.OFFSETS.get(element));
            long length = Math.min(left, step.arguments().number(Elements.LENGTHS.get(element)));
            for (long at = offset; at < Math.min(offset + length, BYTES); at++) {
                memory.put((int) at, (byte) 0);
            }
            left -= (int) length;
        }
    }

    // ---------------------------------------------------------------- windows

    /** Notes that a window of type 2 is about to be bound. */
    void binds(Step step, MemoryWindow window, Connection.End end) {
        binds.put(step.number(), window);
        bindings.add(new Binding(window, end));
    }

    /** Notes that a work request has succeeded. */
    void succeeded(int step) {
        MemoryWindow window = binds.get(step);
        if (window != null) {
            invalidated.remove(window);
        }
        binds.remove(step);
    }

    /**
     * Tells whether a window can be invalidated. rdma_rxe follows a null pointer if one of type 2 is not bound
     * (rxe_do_invalidate_mw), so it must have been bound with success, and not have been invalidated since.
     */
    boolean mayInvalidate(MemoryWindow window) {
        return bindings.stream().anyMatch(binding -> binding.window().equals(window))
                && !isBinding(window)
                && !invalidated.contains(window);
    }

    /** Tells whether a bind of a window has not succeeded yet. */
    boolean isBinding(MemoryWindow window) {
        return binds.containsValue(window);
    }

    void invalidates(MemoryWindow window) {
        invalidated.add(window);
    }

    /** Tells whether a window holds a queue pair; rdma_rxe waits 50 seconds for it (__rxe_cleanup). */
    boolean isHeld(Connection.End end) {
        return bindings.stream()
                .anyMatch(binding ->
                        binding.end().equals(end) && !binding.window().isClosed());
    }

    /** Closes the windows first, which hold queue pairs. */
    @Override
    public void close() {
        bindings.forEach(binding -> binding.window().close());
        connections.values().forEach(Connection::close);
    }
}
