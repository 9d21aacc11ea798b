// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.storm;

import java.io.Serial;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.verbena.DeviceContext;
import org.verbena.VerbsObject;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;

/**
 * Slots for handles of one kind, which all threads share. A closed handle stays in its slot until a new one replaces
 * it.
 */
final class Slots<T extends VerbsObject> {
    /** Signals that an action finds no handle of the required kind, or no free slot for a new one. */
    static final class NoHandleException extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1;

        NoHandleException() {
            super(null, null, false, false);
        }
    }

    private static final int CLOSED = 8;

    private final DeviceContext context;
    private final AtomicReferenceArray<@Nullable T> handles;

    Slots(DeviceContext context, int size) {
        this.context = context;
        handles = new AtomicReferenceArray<>(size);
    }

    /** Returns a handle that other threads may close at any time. Sometimes it is already closed. */
    T pick(RandomGenerator random) {
        int first = random.nextInt(handles.length());
        boolean open = random.nextInt(CLOSED) != 0;
        for (int i = 0; i < handles.length(); i++) {
            T handle = handles.get((first + i) % handles.length());
            if (handle != null && !(open && handle.isClosed())) {
                return handle;
            }
        }
        throw new NoHandleException();
    }

    /** Creates a handle, unless an open one occupies the slot. */
    T make(RandomGenerator random, Supplier<T> creation) {
        int place = random.nextInt(handles.length());
        T old = handles.get(place);
        if (old != null && !old.isClosed()) {
            throw new NoHandleException();
        }
        T made = creation.get();
        // A handle that belongs to another context must not stay here: this pool would lose track of it.
        if (!made.context().equals(context) || !handles.compareAndSet(place, old, made)) {
            discard(made);
        }
        return made;
    }

    /**
     * Closes a handle that no other thread knows. The objects that it uses may be busy for a moment, for example a
     * completion queue that is read in place.
     */
    private static void discard(VerbsObject unknown) {
        while (!unknown.isClosed()) {
            try {
                unknown.close();
            } catch (VerbsException e) {
                if (!e.errno().equals(Errno.EBUSY)) {
                    throw e;
                }
                Thread.onSpinWait();
            }
        }
    }

    List<T> all() {
        List<T> all = new ArrayList<>();
        for (int i = 0; i < handles.length(); i++) {
            T handle = handles.get(i);
            if (handle != null) {
                all.add(handle);
            }
        }
        return all;
    }
}
