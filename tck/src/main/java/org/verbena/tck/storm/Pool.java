// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.storm;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.verbena.AddressHandle;
import org.verbena.AsyncEvents.Listening;
import org.verbena.CompletionChannel;
import org.verbena.CompletionQueue;
import org.verbena.CompletionQueueEx;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.Flow;
import org.verbena.MemoryRegion;
import org.verbena.MemoryWindow;
import org.verbena.ProtectionDomain;
import org.verbena.QueuePair;
import org.verbena.RwqIndTable;
import org.verbena.SharedReceiveQueue;
import org.verbena.VerbsObject;
import org.verbena.WorkQueue;
import org.verbena.XrcDomain;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;

/** An open device context with the handles that the threads share. */
final class Pool {
    private static final int FEW = 2;
    private static final int SOME = 4;
    private static final int MANY = 8;

    private final DeviceContext context;
    private final MemoryRegion anchor;

    /** Keeps the memory alive after the region is closed, because other regions are registered by its address. */
    private final ByteBuffer anchored;

    private final AtomicReference<@Nullable Listening> listening = new AtomicReference<>();
    final Slots<ProtectionDomain> pds;
    final Slots<XrcDomain> xrcds;
    final Slots<CompletionChannel> channels;
    final Slots<CompletionQueue> cqs;
    final Slots<CompletionQueueEx> cqExs;
    final Slots<SharedReceiveQueue> srqs;
    final Slots<SharedReceiveQueue> xrcSrqs;
    final Slots<QueuePair> qps;
    final Slots<QueuePair> targets;
    final Slots<QueuePair> rawQps;
    final Slots<WorkQueue> wqs;
    final Slots<RwqIndTable> tables;
    final Slots<Flow> flows;
    final Slots<MemoryRegion> mrs;
    final Slots<MemoryWindow> mws;
    final Slots<AddressHandle> ahs;

    Pool(Device device) {
        context = device.open();
        pds = new Slots<>(context, FEW);
        xrcds = new Slots<>(context, FEW);
        channels = new Slots<>(context, FEW);
        cqs = new Slots<>(context, SOME);
        cqExs = new Slots<>(context, FEW);
        srqs = new Slots<>(context, SOME);
        xrcSrqs = new Slots<>(context, FEW);
        qps = new Slots<>(context, MANY);
        targets = new Slots<>(context, FEW);
        rawQps = new Slots<>(context, FEW);
        wqs = new Slots<>(context, SOME);
        tables = new Slots<>(context, FEW);
        flows = new Slots<>(context, FEW);
        mrs = new Slots<>(context, MANY);
        mws = new Slots<>(context, SOME);
        ahs = new Slots<>(context, SOME);
        anchor = context.allocPd().allocMr(CreatingActions.LENGTH, Flags.of(AccessFlag.LOCAL_WRITE));
        anchored = anchor.view(0, CreatingActions.LENGTH);
    }

    DeviceContext context() {
        return context;
    }

    /** Returns the address of memory that lives as long as this pool. */
    long address() {
        return anchor.address();
    }

    int length() {
        return anchored.capacity();
    }

    AtomicReference<@Nullable Listening> listening() {
        return listening;
    }

    /** Returns the handles that may be closed at any time, dependents before the objects that they use. */
    List<Slots<? extends VerbsObject>> kinds() {
        return List.of(
                flows, rawQps, qps, targets, tables, wqs, ahs, mws, mrs, srqs, xrcSrqs, xrcds, cqExs, cqs, channels,
                pds);
    }

    Stream<VerbsObject> handles() {
        return kinds().stream().flatMap(slots -> slots.all().stream());
    }

    /** The open contexts of a storm. A thread that closes a context replaces it by a new one. */
    static final class Pools {
        private static final int SIZE = 2;

        private final Supplier<Pool> opening;
        private final AtomicReferenceArray<Pool> pools = new AtomicReferenceArray<>(SIZE);

        Pools(Supplier<Pool> opening) {
            this.opening = opening;
            for (int i = 0; i < SIZE; i++) {
                pools.set(i, opening.get());
            }
        }

        Pool pick(RandomGenerator random) {
            return pools.get(random.nextInt(SIZE));
        }

        /** Closes the context of a pool. On success, other threads get a new pool. */
        void replace(Pool pool) {
            pool.context().close();
            for (int i = 0; i < SIZE; i++) {
                if (pools.get(i).equals(pool)) {
                    Pool fresh = opening.get();
                    if (!pools.compareAndSet(i, pool, fresh)) {
                        fresh.context().close();
                    }
                }
            }
        }

        /** Closes all contexts after the threads have ended. */
        void close() {
            for (int i = 0; i < SIZE; i++) {
                Pool pool = pools.get(i);
                pool.context().close();
                pool.handles().filter(handle -> !handle.isClosed()).forEach(handle -> {
                    throw new AssertionError(handle + " is open though its context was closed");
                });
            }
        }
    }
}
