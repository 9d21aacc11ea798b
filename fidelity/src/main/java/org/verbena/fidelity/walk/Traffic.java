// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.MemoryWindow;
import org.verbena.VerbsObject;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.QpType;

/** The objects that work requests use: memory, connections, windows and lists that are not posted yet. */
final class Traffic implements AutoCloseable {
    /** The size of the memory in bytes: five zones, see {@link SendArguments}. */
    static final int BYTES = 1 << 16;

    /** The length in bytes of the global route header at the beginning of each received datagram. */
    static final int ROUTE_HEADER = 40;

    /** A type 2 window and the queue pair that bound it. */
    private record Binding(MemoryWindow window, ConnectedQps.End end) {}

    private static final int PAGE = 4096;

    private final ByteBuffer memory =
            ByteBuffer.allocateDirect(BYTES + PAGE).alignedSlice(PAGE).slice(0, BYTES);
    private final Side near;
    private final Side far;
    private final Map<MemoryRegion, Long> offsets = new HashMap<>();
    private final Map<VerbsObject, MemoryRegion> opened = new HashMap<>();
    private final Map<Integer, ConnectedQps> connections = new TreeMap<>();
    private final Map<Object, String> labels = new HashMap<>();
    private final Map<String, List<Step>> lists = new HashMap<>();
    private final List<Binding> bindings = new ArrayList<>();
    private final Map<Integer, MemoryWindow> binds = new HashMap<>();
    private final Map<Integer, Step> receives = new HashMap<>();
    private final Set<MemoryWindow> invalidated = new HashSet<>();
    private List<Step> posted = List.of();

    /**
     * Creates the memory and registers it completely.
     *
     * @param near the device of first ends
     * @param far the device of second ends
     */
    Traffic(DeviceContext near, DeviceContext far) {
        for (int i = 0; i < BYTES; i++) {
            memory.put(i, (byte) (i * 31 + (i >> 8)));
        }
        this.near = new Side(near, memory);
        this.far = near.equals(far) ? this.near : new Side(far, memory);
    }

    /** Returns the device of an end. */
    Side side(int end) {
        return end == 0 ? near : far;
    }

    /** Returns the devices of both ends; one if they are the same. */
    Stream<Side> sides() {
        return Stream.of(near, far).distinct();
    }

    ByteBuffer memory() {
        return memory;
    }

    // ---------------------------------------------------------------- addresses

    /** Records the offset of a region in the memory. A provider may map each registration at a different address. */
    MemoryRegion registered(MemoryRegion region, long offset) {
        offsets.put(region, offset);
        return region;
    }

    /** Records the region that a window opens in part. */
    void opens(MemoryWindow window, MemoryRegion region) {
        opened.put(window, region);
    }

    /**
     * Returns the address of an offset in the memory, or beyond it, as seen through a region or window of an end's
     * device.
     */
    long addressOf(int end, Optional<? extends VerbsObject> object, long offset) {
        MemoryRegion region = object.flatMap(this::region).orElse(side(end).anchor());
        return region.address() + offset - offsets.getOrDefault(region, 0L);
    }

    private Optional<MemoryRegion> region(VerbsObject object) {
        return object instanceof MemoryRegion region ? Optional.of(region) : Optional.ofNullable(opened.get(object));
    }

    /** Returns whether work requests of any kind can use the complete memory through a region. */
    boolean isWhole(MemoryRegion region) {
        return region.length() == BYTES
                && region.pd().equals(near.pd())
                && region.access().contains(AccessFlag.LOCAL_WRITE);
    }

    // ---------------------------------------------------------------- names

    /** Sets the name of an object in observations. */
    void label(VerbsObject object, String label) {
        labels.put(object, label);
    }

    String label(Object object) {
        return labels.getOrDefault(object, "?");
    }

    // ---------------------------------------------------------------- connections

    void add(Step step, ConnectedQps connection) {
        connections.put(step.number(), connection);
        for (int i = 0; i < 2; i++) {
            ConnectedQps.End end = connection.end(i);
            label(end.qp(), end.label());
            side(i).number(end.qp().qpNum(), end.label());
        }
    }

    Optional<ConnectedQps> connection(int step) {
        return Optional.ofNullable(connections.get(step));
    }

    /**
     * Returns the connection that a step names.
     *
     * @throws NamesNothingException if the step names none
     */
    ConnectedQps connection(Step step) {
        return step.arguments().objects(StepField.PAIR).stream()
                .flatMap(made -> connection(made).stream())
                .findFirst()
                .orElseThrow(() -> new NamesNothingException(step, StepField.PAIR));
    }

    ConnectedQps.End end(Step step) {
        return connection(step).end(step.end());
    }

    /** Returns the steps whose connections have an open queue pair. */
    List<Integer> open() {
        return connections.entrySet().stream()
                .filter(entry -> !entry.getValue().isClosed())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Returns the open ends of all connections. */
    Stream<ConnectedQps.End> ends() {
        return connections.values().stream()
                .flatMap(ConnectedQps::ends)
                .filter(end -> !end.qp().isClosed());
    }

    // ---------------------------------------------------------------- lists

    /** Returns the work requests that wait for the rest of their list. */
    List<Step> list(String queue) {
        return lists.computeIfAbsent(queue, key -> new ArrayList<>());
    }

    /** Returns these work requests together with the last one, and clears the list. */
    List<Step> completed(String queue, Step last) {
        List<Step> list = new ArrayList<>(list(queue));
        lists.remove(queue);
        list.add(last);
        posted = List.copyOf(list);
        return list;
    }

    /** Returns the list that was posted most recently. */
    List<Step> posted() {
        return posted;
    }

    /** Discards lists that the other device has not kept. */
    void dropListsWithout(Traffic another) {
        lists.keySet().retainAll(another.lists.keySet());
    }

    /** Records receives, to find the memory of their completions. */
    void received(List<Step> steps) {
        steps.forEach(step -> receives.put(step.number(), step));
    }

    boolean isReceive(int step) {
        return receives.containsKey(step);
    }

    /** Returns whether a queue pair, given by name, receives datagrams. */
    boolean isDatagram(String label) {
        return ends().anyMatch(end -> end.label().equals(label) && end.qp().qpType() == QpType.UD);
    }

    /** Clears the memory of a datagram's global route header, which contains addresses of the device. */
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

    /** Records that a type 2 window is about to be bound. */
    void binds(Step step, MemoryWindow window, ConnectedQps.End end) {
        binds.put(step.number(), window);
        bindings.add(new Binding(window, end));
    }

    /** Records that a work request has succeeded. */
    void succeeded(int step) {
        MemoryWindow window = binds.get(step);
        if (window != null) {
            invalidated.remove(window);
        }
        binds.remove(step);
    }

    /**
     * Returns whether a window can be invalidated. rdma_rxe dereferences a null pointer if a type 2 window is not bound
     * (rxe_do_invalidate_mw). Therefore a bind must have succeeded, and no invalidation may have followed.
     */
    boolean mayInvalidate(MemoryWindow window) {
        return bindings.stream().anyMatch(binding -> binding.window().equals(window))
                && !isBinding(window)
                && !invalidated.contains(window);
    }

    /** Returns whether a bind of a window has not succeeded yet. */
    boolean isBinding(MemoryWindow window) {
        return binds.containsValue(window);
    }

    void invalidates(MemoryWindow window) {
        invalidated.add(window);
    }

    /**
     * Returns whether an open window references a queue pair; rdma_rxe then waits 50 seconds for it (__rxe_cleanup).
     */
    boolean isHeld(ConnectedQps.End end) {
        return bindings.stream()
                .anyMatch(binding ->
                        binding.end().equals(end) && !binding.window().isClosed());
    }

    /** Closes the windows first, because they reference queue pairs. */
    @Override
    public void close() {
        bindings.forEach(binding -> binding.window().close());
        connections.values().forEach(ConnectedQps::close);
    }
}
