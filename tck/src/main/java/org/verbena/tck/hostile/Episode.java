// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.hostile;

import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.verbena.CompletionQueue;
import org.verbena.CompletionQueueEx;
import org.verbena.QueuePair;
import org.verbena.QueuePairEx;
import org.verbena.RecvBatch;
import org.verbena.RecvWr;
import org.verbena.SendBatch;
import org.verbena.SendWr;
import org.verbena.VerbsObject;
import org.verbena.attr.QpState;
import org.verbena.error.VerbsException;
import org.verbena.tck.fixture.QpStateWalk;

/** Chooses the calls on one target. */
final class Episode {
    /** The number of calls of an episode that come from the list in order. */
    private static final int IN_TURN = 8;

    private final Caller caller;
    private final List<Executable> calls;
    private final ArgumentGenerator.Targets targets;
    private final RandomGenerator random;
    private long turn;

    /**
     * Creates an episode.
     *
     * @param caller makes the calls
     * @param calls the methods to call
     * @param targets the main target and the foreign ones
     * @param seed the seed
     */
    Episode(Caller caller, List<Executable> calls, ArgumentGenerator.Targets targets, long seed) {
        this.caller = caller;
        this.calls = calls;
        this.targets = targets;
        this.random = new SplittableRandom(seed);
        this.turn = seed * IN_TURN;
    }

    /** Makes a number of calls. */
    void run(long length) throws Exception {
        long end = caller.count() + length;
        while (caller.count() < end) {
            switch (random.nextInt(8)) {
                case 0 -> build();
                case 1 -> post();
                case 2 -> readInPlace();
                default -> any();
            }
        }
    }

    private boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }

    /** Calls the next method of the list, or a random method of a handle. */
    private void any() throws Exception {
        Executable call;
        if (oneIn(2)) {
            call = calls.get((int) Math.floorMod(turn++, (long) calls.size()));
        } else {
            List<Executable> ofHandles = calls.stream().filter(this::isOfHandle).toList();
            call = ofHandles.get(random.nextInt(ofHandles.size()));
        }
        call(call, null);
    }

    private boolean isOfHandle(Executable call) {
        Class<?> type = call.getDeclaringClass();
        return type.isInterface() || targets.scene().knows(type);
    }

    /** Builds a list of sends: ibv_wr_start(3). */
    private void build() throws Exception {
        Optional<QueuePairEx> found = targets.scene().find(QueuePairEx.class, random.nextInt(64));
        if (found.isEmpty()) {
            return;
        }
        QueuePairEx qp = found.get();
        revive(qp.queuePair());
        call(method(QueuePairEx.class, "wrStart"), qp);
        for (int i = random.nextInt(3); i >= 0; i--) {
            call(oneOf(QueuePairEx.class, "wrSend|wrRdma.*|wrSendTso|wrBindMw|wrId|wrFlags|wrLocalInv"), qp);
            call(oneOf(QueuePairEx.class, "wrSet.*"), qp);
        }
        if (oneIn(4) || !call(method(QueuePairEx.class, "wrComplete"), qp)) {
            call(method(QueuePairEx.class, "wrAbort"), qp);
        }
    }

    /** Posts a batch of sends or receives. */
    private void post() throws Exception {
        Optional<QueuePair> found = targets.scene().find(QueuePair.class, random.nextInt(64));
        if (found.isEmpty() || targets.scene().fixture().context().isClosed()) {
            return;
        }
        revive(found.get());
        boolean sends = oneIn(2);
        Object batch = sends
                ? targets.scene().fixture().context().newSendBatch(4, 2, 64)
                : targets.scene().fixture().context().newRecvBatch(4, 2);
        for (int i = random.nextInt(4); i >= 0; i--) {
            Object wr = batch instanceof SendBatch list ? list.add() : ((RecvBatch) batch).add();
            Class<?> type = sends ? SendWr.class : RecvWr.class;
            call(method(type, "wrId"), wr);
            call(oneOf(type, "send|write|read|tso|bindMw|noData"), wr);
            call(oneOf(type, "sge|inlineData|to|setSge|signaled"), wr);
        }
        for (int i = 0; i < 2; i++) {
            Executable post = oneOf(QueuePair.class, sends ? "postSend" : "postRecv");
            @Nullable
            Object[] arguments = post.getParameterCount() == 1
                    ? new @Nullable Object[] {batch}
                    : new @Nullable Object[] {batch, random.nextInt(2), 1 + random.nextInt(4)};
            call(post, found.get(), arguments, mischief(), List.of(batch));
        }
    }

    /** Makes calls between the start and the end of reading: ibv_start_poll(3). */
    private void readInPlace() throws Exception {
        Optional<CompletionQueueEx> cq = targets.scene().find(CompletionQueueEx.class, 0);
        if (cq.isPresent() && call(method(CompletionQueueEx.class, "startPoll"), cq.get())) {
            switch (random.nextInt(3)) {
                case 0 -> post();
                case 1 -> build();
                default -> any();
            }
            call(method(CompletionQueueEx.class, "nextPoll"), cq.get());
            call(method(CompletionQueueEx.class, "endPoll"), cq.get());
        }
    }

    /** Connects a queue pair again after an error. */
    private void revive(QueuePair qp) {
        try {
            if (qp.state() != QpState.RTS && oneIn(2)) {
                QpStateWalk.of(targets.scene().fixture(), qp).to(QpState.RTS);
            }
        } catch (VerbsException | IllegalStateException | AssertionError e) {
            // The queue pair or its context is closed.
        }
    }

    private Executable method(Class<?> type, String name) {
        return oneOf(type, name);
    }

    private Executable oneOf(Class<?> type, String names) {
        List<Method> methods = Arrays.stream(type.getMethods())
                .filter(method -> method.getName().matches(names))
                .sorted(Comparator.comparing(Method::toGenericString))
                .toList();
        return methods.get(random.nextInt(methods.size()));
    }

    private HostileAction mischief() {
        return new HostileAction(new SplittableRandom(random.nextLong()), acts());
    }

    /** Returns the actions that hostile objects perform on the target during a call. */
    private List<Runnable> acts() {
        CallTarget scene = targets.scene();
        return List.of(
                () -> scene.find(QueuePair.class, random.nextInt(8)).ifPresent(VerbsObject::close),
                () -> scene.find(QueuePair.class, random.nextInt(8))
                        .ifPresent(qp -> QpStateWalk.of(scene.fixture(), qp).step(QpState.RESET)),
                () -> scene.find(QueuePairEx.class, random.nextInt(8)).ifPresent(QueuePairEx::wrAbort),
                () -> scene.find(SendBatch.class, 0).ifPresent(SendBatch::clear),
                () -> scene.find(CompletionQueue.class, 0).ifPresent(cq -> cq.ackEvents(1)),
                () -> scene.fixture().pd().close(),
                () -> {
                    if (random.nextInt(8) == 0) {
                        scene.fixture().context().close();
                    }
                });
    }

    /** Chooses the receiver, unless it is given, and the arguments, and makes the call. */
    boolean call(Executable call, @Nullable Object on) throws Exception {
        HostileAction mischief = mischief();
        ArgumentGenerator arguments = new ArgumentGenerator(targets, random, mischief);
        Object receiver = on;
        if (receiver == null && !PublicCalls.isStatic(call)) {
            receiver = arguments.receiver(call.getDeclaringClass()).orElse(null);
            if (receiver == null) {
                return false;
            }
        }
        @Nullable Object[] values = arguments.drawAll(call.getGenericParameterTypes(), 0);
        return call(call, receiver, values, mischief, List.copyOf(arguments.changeable()));
    }

    private boolean call(
            Executable call,
            @Nullable Object on,
            @Nullable Object[] values,
            HostileAction mischief,
            List<Object> changeable)
            throws Exception {
        CallTarget owner = targets.ownerOf(on);
        return caller.call(new Caller.Target(call, on, Arrays.asList(values), changeable, owner), mischief, random);
    }
}
