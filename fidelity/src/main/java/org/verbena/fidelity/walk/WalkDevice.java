// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.verbena.DeviceContext;
import org.verbena.VerbsObject;
import org.verbena.VerbsProvider;
import org.verbena.attr.Mtu;
import org.verbena.error.VerbsException;

/**
 * The device or its model, with the objects that steps have created. If the ends of connections are on two devices, a
 * step of the data path creates each object on both.
 */
final class WalkDevice implements AutoCloseable {
    /** The size of the buffer, sufficient for every region that a step registers. */
    static final int BUFFER_BYTES = 1 << 16;

    private static final int PAGE = 4096;

    private final DeviceContext near;
    private final DeviceContext far;
    private final Optional<NakSource> naks;
    /** The objects by step: one for both ends, or one for each end. */
    private final Map<Integer, List<VerbsObject>> objects = new TreeMap<>();
    /** Page-aligned on both devices, because for zero-based regions the offset in the page matters. */
    private final ByteBuffer buffer =
            ByteBuffer.allocateDirect(BUFFER_BYTES + PAGE).alignedSlice(PAGE);

    private final Optional<VerbsProvider> provider;
    private @Nullable Traffic traffic;
    private @Nullable CmWalkSide cm;

    WalkDevice(WalkLink link) {
        provider = link.provider();
        naks = link.naks();
        near = link.near().open();
        far = link.isWithin() ? near : link.far().open();
    }

    /** Returns the device of first ends. */
    DeviceContext context() {
        return near;
    }

    /**
     * Returns the code of the greatest path MTU that connections can use. Between two devices it is the MTU of the
     * port: the network drops larger packets. Within a device, packets of every size arrive.
     */
    int greatestMtu() {
        return crossesNetwork() ? near.queryPort(1).activeMtuCode() : Mtu.BYTES_4096.value();
    }

    /** Returns whether the ends of connections are on two devices. */
    boolean crossesNetwork() {
        return !near.equals(far);
    }

    /** Returns the source of the negative acknowledgements, if any. */
    Optional<NakSource> naks() {
        return naks;
    }

    /** Returns the objects that work requests use, created on first use. */
    Traffic traffic() {
        Traffic made = traffic;
        if (made == null) {
            made = new Traffic(near, far);
            traffic = made;
        }
        return made;
    }

    /**
     * Returns connection management, opened on first use.
     *
     * @throws IllegalStateException if the link has no provider
     */
    CmWalkSide cm() {
        CmWalkSide made = cm;
        if (made == null) {
            made = new CmWalkSide(
                    provider.orElseThrow(() -> new IllegalStateException("the link has no connection management")),
                    near);
            cm = made;
        }
        return made;
    }

    /**
     * Returns the part of the buffer that a step names, for registration.
     *
     * @throws NamesNothingException if the part is not within the buffer
     */
    ByteBuffer memory(Step step) {
        long offset = step.arguments().number(StepField.OFFSET);
        long length = step.arguments().number(StepField.LENGTH);
        if (offset < 0 || offset > buffer.capacity() || length < 0 || length > buffer.capacity() - offset) {
            throw new NamesNothingException(step, StepField.LENGTH);
        }
        return buffer.duplicate().position((int) offset).limit((int) (offset + length));
    }

    /** Runs a step. Exceptions other than refusals are bugs and propagate. */
    StepAnswer take(Step step) {
        if (!step.arguments().fields().stream().allMatch(field -> hasAll(step, field))) {
            return StepAnswer.skipped();
        }
        try {
            return step.verb().call(this, step);
        } catch (VerbsException e) {
            return StepAnswer.refused(e);
        } catch (NamesNothingException e) {
            return StepAnswer.skipped();
        }
    }

    /** Returns whether the objects that a field of a step names exist and have the kind of the field. */
    private boolean hasAll(Step step, StepField field) {
        Kind named = field.kind().orElse(Kind.PD);
        if (named.isOfCm()) {
            return step.arguments().objects(field).stream().allMatch(made -> cm().has(named, made));
        }
        if (field == StepField.PAIR) {
            return step.arguments().objects(field).stream()
                    .allMatch(made -> traffic().connection(made).isPresent());
        }
        return step.arguments().objects(field).stream()
                .map(this::madeBy)
                .allMatch(made -> made.isPresent()
                        && field.kind().map(kind -> kind.isOf(made.get())).orElse(true));
    }

    /** Records the object that a step created, for both ends. */
    StepAnswer made(Step step, VerbsObject object) {
        objects.put(step.number(), List.of(object));
        return StepAnswer.ok();
    }

    /** Creates the object of a step on the device of each end, and records it. */
    StepAnswer makes(Step step, Function<Side, VerbsObject> creation) {
        List<VerbsObject> made = new ArrayList<>();
        try {
            traffic().sides().forEach(side -> made.add(creation.apply(side)));
        } catch (VerbsException e) {
            made.forEach(VerbsObject::close);
            throw e;
        }
        objects.put(step.number(), made);
        return StepAnswer.ok();
    }

    /**
     * Returns the object that a step names, on the device of the end that runs the step.
     *
     * @throws NamesNothingException if the step names no object
     */
    <T extends VerbsObject> T object(Step step, StepField field, Class<T> type) {
        return find(step, field, type).orElseThrow(() -> new NamesNothingException(step, field));
    }

    /** Returns the object that a step names, on the device of the end that runs the step, if any. */
    <T extends VerbsObject> Optional<T> find(Step step, StepField field, Class<T> type) {
        return find(step, field, type, step.end());
    }

    /** Returns the object that a step names, on the device of an end, if any. */
    <T extends VerbsObject> Optional<T> find(Step step, StepField field, Class<T> type, int end) {
        List<T> made = step.arguments().objects(field).stream()
                .limit(1)
                .flatMap(one -> objects.getOrDefault(one, List.of()).stream())
                .<T>map(type::cast)
                .toList();
        return made.size() > end ? Optional.of(made.get(end)) : made.stream().findFirst();
    }

    /** Returns the objects that a step names, on the devices of both ends. */
    <T extends VerbsObject> List<T> both(Step step, StepField field, Class<T> type) {
        List<T> made = Stream.of(0, 1)
                .flatMap(end -> find(step, field, type, end).stream())
                .distinct()
                .toList();
        if (made.isEmpty()) {
            throw new NamesNothingException(step, field);
        }
        return made;
    }

    /** Returns all objects that a field of a step names. */
    <T extends VerbsObject> List<T> list(Step step, StepField field, Class<T> type) {
        return step.arguments().objects(field).stream()
                .flatMap(made -> madeBy(made).stream())
                .<T>map(type::cast)
                .toList();
    }

    /** Returns the object that a step created for first ends, open or closed. */
    Optional<VerbsObject> madeBy(int step) {
        return objects.getOrDefault(step, List.of()).stream().findFirst();
    }

    /** Returns the steps whose objects are open. */
    List<Integer> open(Kind kind) {
        if (kind == Kind.PAIR) {
            return traffic == null ? List.of() : traffic.open();
        }
        if (kind.isOfCm()) {
            return cm == null ? List.of() : cm.objects(kind, true);
        }
        return objects.entrySet().stream()
                .filter(entry -> kind.isOf(entry.getValue().get(0)))
                .filter(entry -> !entry.getValue().get(0).isClosed())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Returns the steps whose objects are closed. */
    List<Integer> closed(Kind kind) {
        if (kind.isOfCm()) {
            return cm == null ? List.of() : cm.objects(kind, false);
        }
        return objects.entrySet().stream()
                .filter(entry -> kind.isOf(entry.getValue().get(0)))
                .filter(entry -> entry.getValue().get(0).isClosed())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Closes and forgets what a step created, as if it had been refused. */
    void forget(Step step) {
        List<VerbsObject> made = objects.remove(step.number());
        if (made != null) {
            made.forEach(VerbsObject::close);
        }
        if (traffic != null) {
            traffic.connection(step.number()).ifPresent(ConnectedQps::close);
        }
        if (cm != null) {
            cm.forget(step.number());
        }
    }

    @Override
    public void close() {
        if (traffic != null) {
            traffic.close();
        }
        try {
            if (cm != null) {
                cm.close();
            }
        } finally {
            closeDevices();
        }
    }

    private void closeDevices() {
        try {
            near.close();
        } finally {
            far.close();
        }
    }

    @Override
    public String toString() {
        return near.device().name();
    }
}
