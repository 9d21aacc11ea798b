// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.mlx5;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.verbena.AddressHandle;
import org.verbena.CompletionArray;
import org.verbena.CompletionChannel;
import org.verbena.CompletionQueue;
import org.verbena.CompletionQueueEx;
import org.verbena.CqInitAttr;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.SendBatch;
import org.verbena.SendWr;
import org.verbena.SharedReceiveQueue;
import org.verbena.VerbsObject;
import org.verbena.WorkQueue;
import org.verbena.async.ProgressEngine;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpCapField;
import org.verbena.attr.QpType;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqState;
import org.verbena.connect.Connector;
import org.verbena.connect.ConnectorException;
import org.verbena.error.VerbsException;
import org.verbena.tck.fixture.Creation;
import org.verbena.tck.fixture.Fixture;

/**
 * Opens the device, creates an object, uses it in every way, and closes everything. Records each {@link VerbsException}
 * and {@link ConnectorException} and continues. Any other exception ends the program.
 */
final class LyingProgram {
    private static final int SOME = 16;
    private static final int POLLS = 1000;

    /**
     * The number of work requests to complete. A completion queue of 16 entries wraps around after 32 completions.
     * libmlx5 recognises a new entry by a bit that changes with each round.
     */
    private static final int LAP = 70;

    private static final long MOST_ELEMENTS = 8;
    private static final long MOST_INLINE_DATA = 256;
    private static final int LENGTH = 4096;
    private static final int EVENT_SIZE = 16;
    private static final long QKEY = 0x1234;

    private final Device device;
    private final Runnable beginning;
    private final List<RuntimeException> refusals = new ArrayList<>();

    /** Creates a program that runs an action after it has opened the device. */
    LyingProgram(Device device, Runnable beginning) {
        this.device = device;
        this.beginning = beginning;
    }

    /** Opens the device, runs all its queries, and closes it. Returns the exceptions of failed calls. */
    List<RuntimeException> query() {
        with(this::query);
        return refusals;
    }

    /** Creates an object of one kind, and closes it. Returns the exceptions of failed calls. */
    List<RuntimeException> create(Creation creation) {
        with(fixture -> attempt(() -> creation.prepare(fixture).get().close()));
        return refusals;
    }

    /** Uses one kind of object. Returns the exceptions of failed calls. */
    List<RuntimeException> use(Creation creation) {
        with(fixture -> attempt(() -> creation.prepare(fixture).get()).ifPresent(object -> {
            use(fixture, object);
            events(fixture);
            attempt(object::close);
        }));
        return refusals;
    }

    /**
     * Reads events about an object of another kind and about a closed object.
     *
     * <p>Does not raise events of the object's own kind while it is open. The destroy call of libibverbs would wait
     * until the kernel has reported as many events.
     */
    List<RuntimeException> misreport(Creation creation, FakedKernel.Kind kind, int eventType) {
        with(fixture -> {
            VerbsObject object = creation.prepare(fixture).get();
            long element = FakedKernel.element(kind);
            if (FakedKernel.Kind.ofEvent(eventType) != kind) {
                FakedKernel.lyingEvent(eventType, element, EVENT_SIZE);
                events(fixture);
            }
            object.close();
            FakedKernel.lyingEvent(eventType, element, EVENT_SIZE);
            events(fixture);
        });
        return refusals;
    }

    /** Runs a program and closes the context twice, because the first close may fail. */
    private void with(Consumer<Fixture> program) {
        attempt(() -> Fixture.unaccounted(device)).ifPresent(fixture -> {
            beginning.run();
            program.accept(fixture);
            attempt(fixture::close);
            attempt(fixture::close);
            if (!fixture.context().isClosed()) {
                throw new AssertionError("The context does not close", refusals.get(refusals.size() - 1));
            }
        });
    }

    private void query(Fixture fixture) {
        DeviceContext context = fixture.context();
        attempt(context::numCompVectors);
        attempt(context::queryDevice);
        attempt(context::queryDeviceEx);
        attempt(() -> context.queryPort(Fixture.PORT));
        attempt(() -> context.queryPkey(Fixture.PORT, 0));
        attempt(() -> context.queryGid(Fixture.PORT, 0));
        attempt(() -> context.queryGidEntry(Fixture.PORT, 0));
        attempt(context::queryGidTable);
        attempt(() -> context.explain().createQp(fixture.request(QpType.RC).build()));
        attempt(() -> context.explain()
                .max(QpCapField.MAX_SEND_WR, fixture.request(QpType.RC).build()));
        attempt(() -> context.explain().createCq(CqInitAttr.builder().cqe(16).build()));
        events(fixture);
    }

    private void use(Fixture fixture, VerbsObject object) {
        attempt(object::toString);
        if (object instanceof QueuePair qp) {
            useQp(fixture, qp);
        } else if (object instanceof CompletionQueueEx cq) {
            read(cq);
        } else if (object instanceof CompletionQueue cq) {
            useCq(fixture, cq);
        } else if (object instanceof SharedReceiveQueue srq) {
            useSrq(fixture, srq);
        } else if (object instanceof WorkQueue wq) {
            useWq(fixture, wq);
        } else if (object instanceof CompletionChannel channel) {
            useChannel(fixture, channel);
        } else if (object instanceof MemoryRegion mr) {
            attempt(() -> mr.view(0, 1).put((byte) 1));
        }
    }

    private void events(Fixture fixture) {
        attempt(() -> fixture.context().asyncEvents().nextEvent());
    }

    private void useQp(Fixture fixture, QueuePair qp) {
        attempt(qp::state);
        attempt(() -> qp.query());
        QpCap cap = qp.grantedCap();
        attempt(() -> fixture.context()
                .explain()
                .maxOnDevice(
                        QpCapField.MAX_INLINE_DATA, fixture.request(qp.qpType()).build()));
        attempt(() -> connect(fixture, qp));
        attempt(() -> qp.query());
        attempt(() -> receive(fixture, qp, cap));
        attempt(() -> send(fixture, qp, cap));
        qp.recvCq().ifPresent(this::poll);
        attempt(() -> lap(fixture, qp));
    }

    /** Completes more work requests than fit into the completion queue. */
    private void lap(Fixture fixture, QueuePair qp) {
        SendBatch batch = fixture.context().newSendBatch(1, 0, 0);
        SendWr request = batch.add().noData().signaled();
        if (qp.qpType() == QpType.UD) {
            request.send().to(fixture.pd().createAh(fixture.ownAddress()), qp.qpNum(), QKEY);
        } else {
            request.write(0, 0);
        }
        CompletionArray completions = fixture.context().newCompletionArray(1);
        CompletionQueue cq = qp.sendCq().orElse(fixture.cq());
        for (int i = 0; i < LAP; i++) {
            qp.postSend(batch);
            int polls = 0;
            while (cq.poll(completions) == 0 && polls++ < POLLS) {
                Thread.onSpinWait();
            }
        }
    }

    private void connect(Fixture fixture, QueuePair qp) {
        if (qp.qpType() == QpType.RC || qp.qpType() == QpType.UC) {
            Connector.create().connect(qp, fixture.qp(qp.qpType()));
        } else {
            Connector.create().prepare(qp);
        }
    }

    private void receive(Fixture fixture, QueuePair qp, QpCap cap) {
        RecvBatch batch = receives(fixture, (int) Math.min(cap.maxRecvSge(), MOST_ELEMENTS));
        qp.postRecv(batch);
    }

    private static RecvBatch receives(Fixture fixture, int elements) {
        RecvBatch batch = fixture.context().newRecvBatch(2, elements);
        batch.add().noData();
        if (elements > 0) {
            batch.get(0).sge(region(fixture));
        }
        batch.add().noData();
        return batch;
    }

    private static MemoryRegion region(Fixture fixture) {
        return fixture.pd().allocMr(LENGTH, Flags.of(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_READ));
    }

    private void send(Fixture fixture, QueuePair qp, QpCap cap) {
        int inline = (int) Math.min(cap.maxInlineData(), MOST_INLINE_DATA);
        SendBatch batch = fixture.context().newSendBatch(2, (int) Math.min(cap.maxSendSge(), MOST_ELEMENTS), inline);
        Optional<AddressHandle> address = qp.qpType() == QpType.UD
                ? attempt(() -> fixture.pd().createAh(fixture.ownAddress()))
                : Optional.empty();
        for (boolean byElement : List.of(true, false)) {
            SendWr request = batch.add().send().signaled();
            address.ifPresent(to -> request.to(to, qp.qpNum(), QKEY));
            if (byElement && batch.maxSge() > 0) {
                request.sge(region(fixture));
            } else if (inline > 0) {
                request.inlineData(ByteBuffer.allocate(inline));
            }
        }
        qp.postSend(batch, 0, 1);
        qp.postSend(batch, 1, 2);
    }

    private void poll(CompletionQueue cq) {
        attempt(() -> {
            CompletionArray completions = cq.context().newCompletionArray(4);
            for (int i = 0; i < SOME; i++) {
                cq.poll(completions);
            }
        });
    }

    private void useCq(Fixture fixture, CompletionQueue cq) {
        attempt(cq::grantedCqe);
        attempt(() -> cq.requestNotify(false));
        poll(cq);
        attempt(() -> cq.resize(64));
        poll(cq);
        attempt(() -> fixture.context().explain().resizeCq(cq, 128));
        attempt(() -> ProgressEngine.create(fixture.pd()).close());
    }

    private void read(CompletionQueueEx cq) {
        attempt(() -> {
            if (cq.startPoll()) {
                cq.endPoll();
            }
        });
    }

    private void useSrq(Fixture fixture, SharedReceiveQueue srq) {
        attempt(srq::srqNum);
        attempt(srq::query);
        attempt(() -> srq.modify(new SrqAttr(0, 0, 1), Flags.of(SrqAttr.Mask.LIMIT)));
        attempt(() ->
                srq.postRecv(receives(fixture, (int) Math.min(srq.grantedAttr().maxSge(), MOST_ELEMENTS))));
    }

    private void useWq(Fixture fixture, WorkQueue wq) {
        attempt(() -> wq.modify(WqAttr.builder().wqState(WqState.RDY).build()));
        attempt(() ->
                wq.postRecv(receives(fixture, (int) Math.min(wq.grantedCap().maxSge(), MOST_ELEMENTS))));
    }

    private void useChannel(Fixture fixture, CompletionChannel channel) {
        attempt(channel::fd);
        attempt(() -> {
            CqInitAttr attr = CqInitAttr.builder().cqe(16).channel(channel).build();
            try (CompletionQueue cq = fixture.context().createCq(attr)) {
                cq.requestNotify(false);
                channel.nextEvent(Duration.ofMillis(1));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
    }

    private void attempt(Runnable call) {
        attempt(() -> {
            call.run();
            return true;
        });
    }

    private <T> Optional<T> attempt(Supplier<T> call) {
        try {
            return Optional.ofNullable(call.get());
        } catch (VerbsException | ConnectorException e) {
            refusals.add(e);
            return Optional.empty();
        } catch (AssertionError e) {
            if (!e.getStackTrace()[0].getClassName().startsWith(Fixture.class.getPackageName() + '.')) {
                throw e;
            }
            return Optional.empty(); // the fixture found no GID in the answers
        }
    }
}
