package org.verbena.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.async.AsyncQueuePair;
import org.verbena.core.observe.HandleInfo;
import org.verbena.core.observe.Inventory;

/**
 * The provider of one test, with the objects that its parameters have asked for. An object with position n belongs to the
 * n-th context, so that objects of the same position fit each other. Not closed by the test, but by the extension.
 */
final class Fixture implements AutoCloseable {
    /** Serializes the creation of objects on real devices, whose handles are found in the inventory of the JVM. */
    private static final Object INVENTORY = new Object();

    private static final int CQE = 64;

    /** The identity of a handle in this JVM. */
    record HandleId(long contextId, String name) {
        static HandleId of(HandleInfo handle) {
            return new HandleId(handle.contextId(), handle.name());
        }
    }

    /** A completion queue of the extension, with the parameter that it belongs to. */
    record OwnedCq(String owner, CompletionQueue cq) {}

    private final Settings settings;
    private final Backend backend;
    private final Set<HandleId> owned = new HashSet<>();
    private final Deque<Runnable> closers = new ArrayDeque<>();
    private final Deque<Runnable> engines = new ArrayDeque<>();
    private final Map<Integer, DeviceContext> contexts = new TreeMap<>();
    private final Map<Integer, ProtectionDomain> pds = new TreeMap<>();
    private final Map<Integer, OwnedCq> cqs = new TreeMap<>();
    private final Map<Integer, ConnectedPair> pairs = new TreeMap<>();
    private final Map<Integer, IdPair> idPairs = new TreeMap<>();
    private final Map<Integer, List<AsyncQueuePair>> asyncPairs = new TreeMap<>();
    private final List<OwnedCq> pairCqs = new ArrayList<>();
    private boolean closed;

    Fixture(Settings settings, Optional<RealDevice> real) {
        this.settings = settings;
        try {
            backend = real.isPresent() ? Backend.real(real.get()) : Backend.simulated(settings);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Settings settings() {
        return settings;
    }

    Backend backend() {
        return backend;
    }

    // ---------------------------------------------------------------- the objects

    Device device(int position) {
        return backend.device(position);
    }

    synchronized DeviceContext context(int position) {
        return existing(contexts, position, n -> {
            DeviceContext context = create(() -> device(n).open());
            closers.push(context::close);
            return context;
        });
    }

    synchronized ProtectionDomain pd(int position) {
        DeviceContext context = context(position);
        return existing(pds, position, n -> create(context::allocPd));
    }

    synchronized CompletionQueue cq(int position) {
        DeviceContext context = context(position);
        return existing(cqs, position, n -> new OwnedCq("CompletionQueue parameter " + (n + 1), createCq(context)))
                .cq();
    }

    private CompletionQueue createCq(DeviceContext context) {
        return create(() -> context.createCq(CqInitAttr.builder().cqe(CQE).build()));
    }

    synchronized ConnectedPair pair(int position, PairSpec spec) {
        List<ProtectionDomain> domains = List.of(pd(0), pd(1));
        return existing(
                pairs,
                position,
                n -> create(() -> {
                    ConnectedPair pair = new PairMaker(spec).pair(domains.get(0), domains.get(1));
                    own("ConnectedPair parameter " + (n + 1) + ", client", pair.client());
                    own("ConnectedPair parameter " + (n + 1) + ", server", pair.server());
                    return pair;
                }));
    }

    synchronized AsyncQueuePair asyncQp(int position, PairSpec spec) {
        List<ProtectionDomain> domains = List.of(pd(0), pd(1));
        return existing(
                        asyncPairs,
                        position / 2,
                        n -> create(() -> new PairMaker(spec).asyncPair(domains.get(0), domains.get(1), engines)))
                .get(position % 2);
    }

    synchronized IdPair idPair(int position) {
        DeviceContext context = context(1);
        return existing(
                idPairs,
                position,
                n -> create(() -> {
                    IdPair pair = IdPairMaker.connect(backend.provider(), context, closers);
                    own("IdPair parameter " + (n + 1) + ", client", pair.client());
                    own("IdPair parameter " + (n + 1) + ", server", pair.server());
                    return pair;
                }));
    }

    private static <T> T existing(Map<Integer, T> objects, int position, Function<Integer, T> creation) {
        T object = objects.get(position);
        if (object == null) {
            object = creation.apply(position);
            objects.put(position, object);
        }
        return object;
    }

    private void own(String owner, PairEnd end) {
        end.cqs().forEach(cq -> pairCqs.add(new OwnedCq(owner, cq)));
    }

    // ---------------------------------------------------------------- handles

    /** Creates objects, and remembers their handles as those of the extension. */
    private <T> T create(Supplier<T> creation) {
        synchronized (backend.sim().isPresent() ? this : INVENTORY) {
            Set<HandleId> before = ids(allHandles());
            T object;
            try {
                object = creation.get();
            } finally {
                Set<HandleId> after = ids(allHandles());
                after.removeAll(before);
                owned.addAll(after);
            }
            return object;
        }
    }

    private static Set<HandleId> ids(List<HandleInfo> handles) {
        Set<HandleId> ids = new HashSet<>();
        handles.forEach(handle -> ids.add(HandleId.of(handle)));
        return ids;
    }

    private List<HandleInfo> allHandles() {
        return backend.sim().map(sim -> sim.provider().handles()).orElseGet(Inventory::handles);
    }

    /**
     * Returns the open handles that the test has created. On a real device, they are those of the contexts of the
     * extension, since other tests may use the device at the same time.
     */
    synchronized List<HandleInfo> leaks() {
        Set<Long> ours = new HashSet<>();
        owned.forEach(id -> ours.add(id.contextId()));
        return allHandles().stream()
                .filter(handle -> !owned.contains(HandleId.of(handle)))
                .filter(handle -> backend.sim().isPresent() || ours.contains(handle.contextId()))
                .toList();
    }

    boolean isOwned(HandleInfo handle) {
        return owned.contains(HandleId.of(handle));
    }

    /** Returns the completion queues of the extension, except those of engines. */
    synchronized List<OwnedCq> ownedCqs() {
        List<OwnedCq> all = new ArrayList<>(cqs.values());
        all.addAll(pairCqs);
        return all;
    }

    // ---------------------------------------------------------------- the end

    /** Stops the threads of engines. Afterwards, nobody polls the queues of the extension. */
    synchronized void closeEngines() {
        run(engines);
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        run(engines);
        run(closers);
        backend.sim().ifPresent(Backend.Simulated::close);
    }

    /** Runs all actions. A failure does not prevent the others, and is thrown at the end. */
    private static void run(Deque<Runnable> actions) {
        RuntimeException failure = null;
        while (!actions.isEmpty()) {
            try {
                actions.pop().run();
            } catch (RuntimeException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
