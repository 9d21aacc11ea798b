package org.verbena.fidelity.walk;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.VerbsException;
import org.verbena.VerbsObject;

/** One of the two devices, with the objects that steps have made on it. */
final class Side implements AutoCloseable {
    /** Room for every region that a step registers. */
    static final int BUFFER_BYTES = 1 << 16;

    private static final int PAGE = 4096;

    private final DeviceContext context;
    private final Map<Integer, VerbsObject> objects = new TreeMap<>();
    /** From the start of a page, as on the other side: for zero-based regions the place in a page counts. */
    private final ByteBuffer buffer =
            ByteBuffer.allocateDirect(BUFFER_BYTES + PAGE).alignedSlice(PAGE);

    private @Nullable Traffic traffic;

    Side(Device device) {
        context = device.open();
    }

    DeviceContext context() {
        return context;
    }

    /** Returns what work requests are about, which is made when the first step asks for it. */
    Traffic traffic() {
        Traffic made = traffic;
        if (made == null) {
            made = new Traffic(context);
            traffic = made;
        }
        return made;
    }

    /**
     * The part of the memory that a step names, to make a region of.
     *
     * @throws NamesNothingException if there is no such part
     */
    ByteBuffer memory(Step step) {
        long offset = step.arguments().number(Field.OFFSET);
        long length = step.arguments().number(Field.LENGTH);
        if (offset < 0 || offset > buffer.capacity() || length < 0 || length > buffer.capacity() - offset) {
            throw new NamesNothingException(step, Field.LENGTH);
        }
        return buffer.duplicate().position((int) offset).limit((int) (offset + length));
    }

    /** Takes a step. Whatever is no refusal is a bug and goes through. */
    Answer take(Step step) {
        if (!step.arguments().fields().stream().allMatch(field -> hasAll(step, field))) {
            return Answer.skipped();
        }
        try {
            return step.verb().call(this, step);
        } catch (VerbsException e) {
            return Answer.refused(e);
        } catch (NamesNothingException e) {
            return Answer.skipped();
        }
    }

    /** Whether the objects that a step names in a field are there, and of the kind that the field names. */
    private boolean hasAll(Step step, Field field) {
        if (field == Field.PAIR) {
            return step.arguments().objects(field).stream()
                    .allMatch(made -> traffic().connection(made).isPresent());
        }
        return step.arguments().objects(field).stream()
                .map(this::madeBy)
                .allMatch(made -> made.isPresent()
                        && field.kind().map(kind -> kind.isOf(made.get())).orElse(true));
    }

    /** The step has made this object. */
    Answer made(Step step, VerbsObject object) {
        objects.put(step.number(), object);
        return Answer.ok();
    }

    /**
     * The object that a step names.
     *
     * @throws NamesNothingException if it does not
     */
    <T extends VerbsObject> T object(Step step, Field field, Class<T> type) {
        return find(step, field, type).orElseThrow(() -> new NamesNothingException(step, field));
    }

    /** The object that a step names, if it does. */
    <T extends VerbsObject> Optional<T> find(Step step, Field field, Class<T> type) {
        return step.arguments().objects(field).stream()
                .map(objects::get)
                .map(type::cast)
                .findFirst();
    }

    /** All objects that a step names in a field. */
    <T extends VerbsObject> List<T> list(Step step, Field field, Class<T> type) {
        return step.arguments().objects(field).stream()
                .map(objects::get)
                .<T>map(type::cast)
                .toList();
    }

    /** The object that a step made, open or not. */
    Optional<VerbsObject> madeBy(int step) {
        return Optional.ofNullable(objects.get(step));
    }

    /** The steps whose objects are open. */
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

    /** The steps whose objects are closed. */
    List<Integer> closed(Kind kind) {
        return objects.entrySet().stream()
                .filter(entry -> kind.isOf(entry.getValue()))
                .filter(entry -> entry.getValue().isClosed())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Undoes what a step has made, as if it had been refused. */
    void forget(Step step) {
        VerbsObject object = objects.remove(step.number());
        if (object != null) {
            object.close();
        }
        if (traffic != null) {
            traffic.connection(step.number()).ifPresent(Connection::close);
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
