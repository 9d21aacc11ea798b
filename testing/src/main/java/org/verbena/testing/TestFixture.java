// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.async.AsyncQueuePair;

/**
 * The provider of one test, with the objects that its parameters have asked for. An object with position n belongs to
 * the n-th context, so that objects of the same position fit each other. Not closed by the test, but by the extension.
 */
final class TestFixture implements AutoCloseable {
    private static final int CQE = 64;

    /** A completion queue of the extension, with the parameter that it belongs to. */
    record OwnedCq(String owner, CompletionQueue cq) {}

    private final Settings settings;
    private final Backend backend;
    private final OwnHandles handles;
    private final Deque<Runnable> closers = new ArrayDeque<>();
    private final Deque<Runnable> engines = new ArrayDeque<>();
    private final Map<Integer, DeviceContext> contexts = new TreeMap<>();
    private final Map<Integer, ProtectionDomain> pds = new TreeMap<>();
    private final Map<Integer, OwnedCq> cqs = new TreeMap<>();
    private final Map<Integer, ConnectedPair> pairs = new TreeMap<>();
    private final Map<Integer, IdPair> idPairs = new TreeMap<>();
    private final Map<Integer, List<AsyncQueuePair>> asyncPairs = new TreeMap<>();
    private final List<OwnedCq> pairCqs = new ArrayList<>();
    private boolean stopped;

    TestFixture(Settings settings, Optional<RealDevice> real) {
        this.settings = settings;
        try {
            backend = real.isPresent() ? Backend.real(real.get()) : Backend.simulated(settings);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        handles = new OwnHandles(backend.sim().map(Backend.Simulated::provider));
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
        return contexts.computeIfAbsent(position, n -> {
            DeviceContext context = handles.open(() -> device(n).open());
            closers.push(context::close);
            return context;
        });
    }

    synchronized ProtectionDomain pd(int position) {
        DeviceContext context = context(position);
        return pds.computeIfAbsent(position, n -> handles.create(context::allocPd));
    }

    synchronized CompletionQueue cq(int position) {
        DeviceContext context = context(position);
        return cqs.computeIfAbsent(
                        position, n -> new OwnedCq("CompletionQueue parameter " + (n + 1), createCq(context)))
                .cq();
    }

    private CompletionQueue createCq(DeviceContext context) {
        return handles.create(
                () -> context.createCq(CqInitAttr.builder().cqe(CQE).build()));
    }

    synchronized ConnectedPair pair(int position, PairSpec spec) {
        List<ProtectionDomain> domains = List.of(pd(0), pd(1));
        return pairs.computeIfAbsent(
                position,
                n -> handles.create(() -> {
                    ConnectedPair pair = new PairMaker(spec).pair(domains.get(0), domains.get(1));
                    own("ConnectedPair parameter " + (n + 1) + ", client", pair.client());
                    own("ConnectedPair parameter " + (n + 1) + ", server", pair.server());
                    return pair;
                }));
    }

    synchronized AsyncQueuePair asyncQp(int position, PairSpec spec) {
        List<ProtectionDomain> domains = List.of(pd(0), pd(1));
        return asyncPairs
                .computeIfAbsent(
                        position / 2,
                        n -> handles.create(
                                () -> new PairMaker(spec).asyncPair(domains.get(0), domains.get(1), engines)))
                .get(position % 2);
    }

    synchronized IdPair idPair(int position) {
        DeviceContext context = context(1);
        return idPairs.computeIfAbsent(
                position,
                n -> handles.create(() -> {
                    IdPair pair = IdPairMaker.connect(backend.provider(), context, closers);
                    own("IdPair parameter " + (n + 1) + ", client", pair.client());
                    own("IdPair parameter " + (n + 1) + ", server", pair.server());
                    return pair;
                }));
    }

    private void own(String owner, PairEnd end) {
        end.cqs().forEach(cq -> pairCqs.add(new OwnedCq(owner, cq)));
    }

    // ---------------------------------------------------------------- handles

    OwnHandles handles() {
        return handles;
    }

    /** Returns the completion queues of the extension, except those of engines. */
    synchronized List<OwnedCq> ownedCqs() {
        List<OwnedCq> all = new ArrayList<>(cqs.values());
        all.addAll(pairCqs);
        return all;
    }

    // ---------------------------------------------------------------- the end

    /** Stops the threads of engines. Afterwards, no thread polls the queues of the extension. */
    synchronized void closeEngines() {
        run(engines);
    }

    /** Closes everything. Afterwards, the capture of the simulator is complete. Does nothing the second time. */
    synchronized void stop() {
        if (stopped) {
            return;
        }
        stopped = true;
        Deque<Runnable> all = new ArrayDeque<>();
        backend.sim().ifPresent(sim -> all.push(sim.provider()::close));
        all.push(() -> run(closers));
        all.push(() -> run(engines));
        run(all);
    }

    /** Closes everything, and deletes the capture. JUnit calls this for a test whose instance cannot be created. */
    @Override
    public void close() throws IOException {
        try {
            stop();
        } finally {
            if (backend.sim().isPresent()) {
                backend.sim().get().deleteCapture();
            }
        }
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
