// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.verbena.libibverbs.abi.CField;
import org.verbena.libibverbs.abi.ContextStructs.IbvContext;
import org.verbena.libibverbs.abi.ContextStructs.VerbsContext;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.libibverbs.call.NativeLinker.NativeResult;
import org.verbena.spi.StackReserve;

/**
 * Calls verbs on an open device, exported or via a function pointer. The name of an object is used only if a call
 * fails.
 */
final class Calls {
    private final Libibverbs library;
    private final Struct context;
    private final ReadWriteLock creations = new ReentrantReadWriteLock();

    Calls(Libibverbs library, Struct context) {
        this.library = library;
        this.context = context;
    }

    /** Calls a verb that returns a pointer to a new object. */
    long create(Verb verb, Object object, long... arguments) {
        NativeResult result = callCreation(verb, object, arguments);
        if (result.value() == 0) {
            throw VerbsExceptions.ofErrno(verb, object.toString(), result);
        }
        LayoutCheck.created(verb, object, library, result.value(), context);
        return result.value();
    }

    private NativeResult callCreation(Verb verb, Object object, long... arguments) {
        return creation(() -> call(verb, object, arguments));
    }

    /** Runs an action that is part of the creation of an object. */
    <T> T creation(Supplier<T> action) {
        StackReserve.requireForControl();
        creations.readLock().lock();
        try {
            return action.get();
        } finally {
            creations.readLock().unlock();
        }
    }

    /**
     * Runs an action while no object is being created, because a new object might get a number that has just been
     * freed.
     */
    <T> T withoutCreations(Supplier<T> action) {
        StackReserve.requireForControl();
        creations.writeLock().lock();
        try {
            return action.get();
        } finally {
            creations.writeLock().unlock();
        }
    }

    /** Calls a verb that returns 0 or an error. */
    void run(Verb verb, Object object, long... arguments) {
        NativeResult result = call(verb, object, arguments);
        if ((int) result.value() != 0) {
            throw VerbsExceptions.ofInt(verb, object.toString(), result);
        }
    }

    /** Calls a verb and leaves the interpretation of the result to the caller. */
    NativeResult call(Verb verb, Object object, long... arguments) {
        CField pointer = verb.pointer();
        if (pointer == null) {
            return library.call(verb, arguments);
        }
        long function = function(pointer);
        if (function == 0) {
            throw VerbsExceptions.notSupported(verb, object.toString());
        }
        return library.call(function, arguments);
    }

    /** Returns whether the driver implements a verb. */
    boolean has(Verb verb) {
        CField pointer = verb.pointer();
        return pointer == null || function(pointer) != 0;
    }

    /**
     * Reads a function pointer like {@code verbs_get_ctx_op}. Returns 0 if the struct of the running library is too
     * short to contain the pointer.
     */
    private long function(CField pointer) {
        long needed = (long) IbvContext.SIZE - pointer.offset();
        return context.get(VerbsContext.SZ) < needed ? 0 : context.get(pointer);
    }
}
