// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the events of connection management. Both devices use the time of the machine. Each has a limited time to
 * show the events of the other one. A quiet period follows, in which no further event may appear.
 */
final class CmSettling implements Settling {
    /** The name of the events in comparisons. */
    static final String EVENTS = "events";

    /** The name of the states of identifiers in comparisons. */
    static final String IDS = "ids";

    /** The steps that send messages. If the peer reports no event, only time shows that they have arrived. */
    private static final Set<StepVerb> SENDING = Set.of(
            StepVerb.CONNECT,
            StepVerb.ACCEPT,
            StepVerb.REJECT,
            StepVerb.ESTABLISH,
            StepVerb.DISCONNECT,
            StepVerb.DESTROY_ID,
            StepVerb.DESTROY_EVENT_CHANNEL);

    /** The longest timeout of an address whose event is awaited. An identifier with a longer one goes on resolving. */
    static final long AWAITED_MILLIS = 1000;

    private static final long PAUSE_NANOS = 200_000;
    private static final long QUIET_NANOS = 2_000_000;
    private static final long QUIET_AFTER_MESSAGE_NANOS = 30_000_000;
    private static final long QUIET_AT_END_NANOS = 100_000_000;

    /** Longer than the default timewait state, which takes 512 ms since Linux 6.2. */
    private static final long QUIET_AFTER_CONNECTION_NANOS = 700_000_000;

    /** The maximum wait for the model, which has a timer at most. */
    private static final long MODEL_NANOS = 3_000_000_000L;

    private final CmWalkSide deviceSide;
    private final CmWalkSide modelSide;
    private final CmLog device;
    private final CmLog model;
    private final CmState deviceState;
    private final CmState modelState;
    private final long maxWaitNanos;

    /**
     * Creates an observer of two devices.
     *
     * @param device connection management of the device
     * @param model connection management of the model
     * @param maxWait the maximum wait for the device
     */
    CmSettling(CmWalkSide device, CmWalkSide model, Duration maxWait) {
        this.deviceSide = device;
        this.modelSide = model;
        this.device = new CmLog(device);
        this.model = new CmLog(model);
        this.deviceState = new CmState(device);
        this.modelState = new CmState(model);
        this.maxWaitNanos = maxWait.toNanos();
    }

    @Override
    public void begin() {
        device.begin();
        model.begin();
    }

    @Override
    public void skipped() {
        // A step that was not run has no effects.
    }

    @Override
    public void settleModel(Step step) {
        drain(step);
        if (step.verb() == StepVerb.RESOLVE_ADDR && step.arguments().number(StepField.TIMEOUT_MS) <= AWAITED_MILLIS) {
            Optional<WalkedId> id = modelSide.find(step, StepField.ID);
            long end = System.nanoTime() + MODEL_NANOS;
            while (id.filter(this::isResolving).isPresent() && System.nanoTime() < end) {
                pause();
                drain(step);
            }
        }
    }

    private boolean isResolving(WalkedId id) {
        return id.phase() == CmPhase.RESOLVING
                && !id.id().isClosed()
                && !modelSide.isHeld(id.id().channel());
    }

    @Override
    public Optional<StepDifference> settle(
            Step step,
            StepAnswer real,
            StepAnswer modelled,
            BiFunction<StepAnswer, StepAnswer, Optional<StepDifference>> compare) {
        boolean same = real.outcome().equals(modelled.outcome());
        drain(step);
        boolean silent = SENDING.contains(step.verb()) && (model.events().isEmpty() || modelSide.holdsEvents());
        long quiet = silent ? QUIET_AFTER_MESSAGE_NANOS : QUIET_NANOS;
        return observe(step, real, modelled, same ? maxWaitNanos : quiet, quiet, compare);
    }

    @Override
    public Optional<StepDifference> settleLate(BiFunction<StepAnswer, StepAnswer, Optional<StepDifference>> compare) {
        boolean ended = modelSide.openIds().anyMatch(id -> id.phase() == CmPhase.ENDED);
        return observe(
                null,
                StepAnswer.ok(),
                StepAnswer.ok(),
                maxWaitNanos,
                ended ? QUIET_AFTER_CONNECTION_NANOS : QUIET_AT_END_NANOS,
                compare);
    }

    private Optional<StepDifference> observe(
            @Nullable Step step,
            StepAnswer real,
            StepAnswer modelled,
            long maxWait,
            long quiet,
            BiFunction<StepAnswer, StepAnswer, Optional<StepDifference>> compare) {
        long begin = System.nanoTime();
        do {
            drain(step);
            if (isSame()) {
                long still = System.nanoTime() + quiet;
                while (System.nanoTime() < still) {
                    pause();
                    drain(step);
                }
                if (isSame()) {
                    return compare.apply(real, modelled);
                }
            }
            pause();
        } while (System.nanoTime() - begin < (isDeviceLate() ? maxWait : Math.min(maxWait, MODEL_NANOS)));
        return compare.apply(
                real.with(differences(device, model, deviceState, modelState)),
                modelled.with(differences(model, device, modelState, deviceState)));
    }

    /** Takes the events of both devices. */
    private void drain(@Nullable Step step) {
        drain(step, device, deviceSide);
        drain(step, model, modelSide);
    }

    private static void drain(@Nullable Step step, CmLog log, CmWalkSide side) {
        log.drain();
        if (step != null
                && step.verb() == StepVerb.GET_CM_EVENT
                && !side.channel(step).isClosed()) {
            log.drain(side.channel(step));
        }
    }

    private boolean isSame() {
        return device.events().equals(model.events()) && deviceState.ids().equals(modelState.ids());
    }

    /** Returns whether the device lacks events, and has shown nothing that the model has not. */
    private boolean isDeviceLate() {
        return !device.events().equals(model.events())
                && device.events().entrySet().stream().allMatch(entry -> {
                    List<String> expected = model.events().getOrDefault(entry.getKey(), List.of());
                    List<String> shown = entry.getValue();
                    return shown.size() <= expected.size() && shown.equals(expected.subList(0, shown.size()));
                });
    }

    /** Returns the events and states of one device, as far as the other device has not the same. */
    private static Map<String, String> differences(CmLog log, CmLog other, CmState state, CmState otherState) {
        Map<String, String> values = new HashMap<>();
        putIfAny(values, EVENTS, different(log.events(), other.events()));
        putIfAny(values, IDS, different(state.ids(), otherState.ids()));
        return values;
    }

    private static <T> String different(Map<String, T> shown, Map<String, T> other) {
        return shown.entrySet().stream()
                .filter(entry -> !entry.getValue().equals(other.get(entry.getKey())))
                .map(entry -> entry.getKey() + entry.getValue())
                .collect(Collectors.joining(" "));
    }

    private static void putIfAny(Map<String, String> values, String name, String text) {
        if (!text.isEmpty()) {
            values.put(name, text);
        }
    }

    private static void pause() {
        LockSupport.parkNanos(PAUSE_NANOS);
    }
}
