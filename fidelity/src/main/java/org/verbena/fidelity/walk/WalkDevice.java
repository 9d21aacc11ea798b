package org.verbena.fidelity.walk;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.VerbsObject;
import org.verbena.error.VerbsException;

/** One of the two devices, with the objects that steps have created on it. */
final class WalkDevice implements AutoCloseable {
    /** The size of the buffer, sufficient for every region that a step registers. */
    static final int BUFFER_BYTES = 1 << 16;

    private static final int PAGE = 4096;

    private final DeviceContext context;
    private final Map<Integer, VerbsObject> objects = new TreeMap<>();
    /** Page-aligned on both devices, because for zero-based regions the offset in the page matters. */
    private final ByteBuffer buffer =
            ByteBuffer.allocateDirect(BUFFER_BYTES + PAGE).alignedSlice(PAGE);

    private @Nullable Traffic traffic;

    WalkDevice(Device device) {
        context = device.open();
    }

    DeviceContext context() {
        return context;
    }

    /** Returns the objects that work requests use, created on first use. */
    Traffic traffic() {
        Traffic made = traffic;
        if (made == null) {
            made = new Traffic(context);
            traffic = made;
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
        if (field == StepField.PAIR) {
            return step.arguments().objects(field).stream()
                    .allMatch(made -> traffic().connection(made).isPresent());
        }
        return step.arguments().objects(field).stream()
                .map(this::madeBy)
                .allMatch(made -> made.isPresent()
                        && field.kind().map(kind -> kind.isOf(made.get())).orElse(true));
    }

    /** Records the object that a step created. */
    StepAnswer made(Step step, VerbsObject object) {
        objects.put(step.number(), object);
        return StepAnswer.ok();
    }

    /**
     * Returns the object that a step names.
     *
     * @throws NamesNothingException if the step names no object
     */
    <T extends VerbsObject> T object(Step step, StepField field, Class<T> type) {
        return find(step, field, type).orElseThrow(() -> new NamesNothingException(step, field));
    }

    /** Returns the object that a step names, if any. */
    <T extends VerbsObject> Optional<T> find(Step step, StepField field, Class<T> type) {
        return step.arguments().objects(field).stream()
                .map(objects::get)
                .map(type::cast)
                .findFirst();
    }

    /** Returns all objects that a field of a step names. */
    <T extends VerbsObject> List<T> list(Step step, StepField field, Class<T> type) {
        return step.arguments().objects(field).stream()
                .map(objects::get)
                .<T>map(type::cast)
                .toList();
    }

    /** Returns the object that a step created, open or closed. */
    Optional<VerbsObject> madeBy(int step) {
        return Optional.ofNullable(objects.get(step));
    }

    /** Returns the steps whose objects are open. */
    List<Integer> open(Kind kind) {
        if (kind == Kind.PAIR) {
            return traffic == null ? List.of() : traffic.open();
        }
        return objects.entrySet().stream()
                .filter(entry -> kind.isOf(entry.getValue()))
                .filter(entry -> !entry.getValue().isClosed())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Returns the steps whose objects are closed. */
    List<Integer> closed(Kind kind) {
        return objects.entrySet().stream()
                .filter(entry -> kind.isOf(entry.getValue()))
                .filter(entry -> entry.getValue().isClosed())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Closes and forgets what a step created, as if it had been refused. */
    void forget(Step step) {
        VerbsObject object = objects.remove(step.number());
        if (object != null) {
            object.close();
        }
        if (traffic != null) {
            traffic.connection(step.number()).ifPresent(ConnectedQps::close);
        }
    }

    @Override
    public void close() {
        if (traffic != null) {
            traffic.close();
        }
        context.close();
    }

    @Override
    public String toString() {
        return context.device().name();
    }
}
