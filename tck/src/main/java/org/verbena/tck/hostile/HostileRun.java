// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.hostile;

import java.lang.reflect.Executable;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.verbena.CqInitAttr;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.VerbsProvider;
import org.verbena.tck.engine.StressSettings;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.traffic.QpPair;
import org.verbena.tck.traffic.WorkRequest;

/**
 * Calls the public API of a device with hostile objects. Each call must return or throw a documented exception.
 *
 * <p>The calls are made in episodes. Each episode has a separate device context, and a seed that repeats only this
 * episode. At its end, the context must still serve another thread and close. Every accepted work request must be
 * accounted for, and a message must arrive on a fresh context.
 */
public final class HostileRun {
    private static final int CALLS_PER_EPISODE = 100;

    /** The number of calls from which on every method must have been called. */
    private static final int COMPLETE = 10_000;

    /** The number of attempts to call a method, because the generation of a receiver may fail. */
    private static final int ATTEMPTS = 1000;

    private final VerbsProvider provider;
    private final Device device;
    private final StressSettings settings;
    private final Caller caller;
    private final List<Executable> calls = new ArrayList<>();
    private final AtomicReference<@Nullable Throwable> uncaught = new AtomicReference<>();

    HostileRun(
            VerbsProvider provider,
            Device device,
            StressSettings settings,
            Caller.LastCalls last,
            List<Class<?>> further) {
        this.provider = provider;
        this.device = device;
        this.settings = settings;
        this.caller = new Caller(last);
        PublicCalls.all().stream()
                .filter(call -> PublicCalls.exemption(call).isEmpty())
                .forEach(calls::add);
        further.forEach(type -> Arrays.stream(type.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()))
                .forEach(calls::add));
    }

    /**
     * Makes the calls.
     *
     * @param foreign a device of another provider
     * @return the result line
     * @throws Exception if the thread is interrupted
     * @throws AssertionError if a call has an undocumented outcome; the message contains the options that repeat its
     *     episode
     */
    String run(Device foreign) throws Exception {
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> uncaught.compareAndSet(null, e));
        long episodes = Math.max(1, settings.count() / CALLS_PER_EPISODE);
        try (CallTarget other = new CallTarget(device, provider);
                CallTarget alien = new CallTarget(foreign)) {
            for (long i = 0; i < episodes; i++) {
                episode(settings.seed() + i, Math.min(CALLS_PER_EPISODE, settings.count()), other, alien);
            }
            if (settings.count() >= COMPLETE) {
                callRest(settings.seed() + episodes, other, alien);
            }
            finish(other);
        }
        caller.end();
        return caller.toString();
    }

    /** Calls the methods that no episode has called, each on a fresh context. */
    private void callRest(long seed, CallTarget other, CallTarget alien) throws Exception {
        for (int i = 0; i < calls.size(); i++) {
            Executable call = calls.get(i);
            if (caller.hasMade(call)) {
                continue;
            }
            try (CallTarget scene = new CallTarget(device, provider)) {
                if (!isMissing(scene, call)) {
                    Episode episode = new Episode(
                            caller, calls, new ArgumentGenerator.Targets(scene, other, alien, provider), seed + i);
                    for (int attempt = 0; attempt < ATTEMPTS && !caller.hasMade(call); attempt++) {
                        episode.call(call, null);
                    }
                    if (!caller.hasMade(call)) {
                        throw new AssertionError("not called: " + PublicCalls.describe(call));
                    }
                }
                finish(scene);
            } catch (Throwable e) {
                throw failure(settings.seed(), e);
            }
        }
    }

    /** Returns whether the device has no object that could receive the call. */
    private static boolean isMissing(CallTarget scene, Executable call) {
        Class<?> type = call.getDeclaringClass();
        return !PublicCalls.isStatic(call)
                && (type.isInterface() || scene.knows(type))
                && scene.find(type, 0).isEmpty();
    }

    private void episode(long seed, long length, CallTarget other, CallTarget alien) throws Exception {
        try (CallTarget scene = new CallTarget(device, provider)) {
            new Episode(caller, calls, new ArgumentGenerator.Targets(scene, other, alien, provider), seed).run(length);
            caller.begin("end of the episode");
            serveOtherThread(scene);
            finish(scene);
            // They serve all episodes. Their threads would accumulate.
            other.closeOthers();
            alien.closeOthers();
        } catch (Throwable e) {
            throw failure(seed, e);
        }
        Throwable silent = uncaught.get();
        if (silent != null) {
            throw failure(seed, silent);
        }
        caller.begin("a message on a fresh context");
        roundTrip(seed);
    }

    private AssertionError failure(long seed, Throwable e) {
        StressSettings episode =
                new StressSettings(settings.kind(), seed, Math.min(CALLS_PER_EPISODE, settings.count()));
        return new AssertionError(
                "%s: %s%nLast calls:%n%s%nTo repeat only this episode, %s"
                        .formatted(device.name(), e, caller.lastCalls(), episode.repetition()),
                e);
    }

    // ---------------------------------------------------------------- invariants

    /** Checks that no lock is held: another thread creates and closes objects. */
    private void serveOtherThread(CallTarget scene) throws InterruptedException, ExecutionException {
        DeviceContext context = scene.fixture().context();
        caller.onOtherThread(() -> {
            if (!context.isClosed()) {
                context.allocPd().close();
                context.createCq(CqInitAttr.builder().cqe(1).build()).close();
            }
        });
    }

    /** Checks that closed engines complete all their futures. */
    private static void finish(CallTarget scene) throws Exception {
        scene.closeOthers();
        for (CompletableFuture<?> future : scene.futures()) {
            try {
                future.get(Fixture.PATIENCE.toSeconds(), TimeUnit.SECONDS);
            } catch (ExecutionException | CancellationException e) {
                // The call has ended.
            }
        }
    }

    private void roundTrip(long seed) {
        try (Fixture fixture = Fixture.on(device)) {
            QpPair pair = QpPair.of(fixture, fixture.anyType());
            byte[] sent = pair.requester().memory().fill(0, 100, seed);
            pair.responder().postRecv(1, 0, 200);
            pair.post(WorkRequest.send().id(2).data(pair.requester().memory(), 0, 100));
            pair.requester().sends().success(2);
            pair.responder().receives().success(1);
            if (!Arrays.equals(sent, pair.responder().memory().bytes(pair.headerLength(), 100))) {
                throw new AssertionError("other data arrived");
            }
        } catch (AssertionError | RuntimeException e) {
            throw failure(seed, e);
        }
    }
}
