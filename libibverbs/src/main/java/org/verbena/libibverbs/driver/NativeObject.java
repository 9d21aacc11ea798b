// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import org.verbena.libibverbs.abi.Struct;
import org.verbena.libibverbs.marshal.Pointed;

/** Base class of the objects of an open device: a pointer and the verb that destroys it. */
class NativeObject implements Pointed {
    private final NativeContext context;
    private final long pointer;
    private final Verb destroy;
    private final String kind;

    NativeObject(NativeContext context, long pointer, Verb destroy, String kind) {
        this.context = context;
        this.pointer = pointer;
        this.destroy = destroy;
        this.kind = kind;
    }

    @Override
    public final long pointer() {
        return pointer;
    }

    final NativeContext context() {
        return context;
    }

    /** Returns the C struct of this object. */
    final Struct struct() {
        return context.library().struct(pointer);
    }

    /** Calls a verb on this object that returns 0 or an error. */
    final void run(Verb verb, long... arguments) {
        context.calls().run(verb, this, arguments);
    }

    @Override
    public void destroy() {
        run(destroy, pointer);
        context.objects().remove(this);
    }

    /** Abandons the object. libibverbs never frees its struct, so no other object gets this address. */
    @Override
    public void abandon() {
        context.objects().remove(this);
    }

    /**
     * Returns a hash of the pointer. Events look objects up by hash; an identity hash would have to be generated and
     * stored in each object header.
     */
    @Override
    public final int hashCode() {
        return Long.hashCode(ObjectsByPointer.key(pointer));
    }

    /** Returns the name for display. It is built on demand, because most objects never need it. */
    @Override
    public final String toString() {
        return kind + " of " + context.name();
    }
}
