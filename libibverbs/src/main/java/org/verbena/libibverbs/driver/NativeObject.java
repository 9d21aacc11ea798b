package org.verbena.libibverbs.driver;

import org.verbena.libibverbs.abi.Struct;
import org.verbena.libibverbs.marshal.Pointed;

/** What all objects of an open device have in common: a pointer and the verb that destroys it. */
class NativeObject implements Pointed {
    private final NativeContext context;
    private final long pointer;
    private final Verb destroy;
    private final String name;

    NativeObject(NativeContext context, long pointer, Verb destroy, String kind) {
        this.context = context;
        this.pointer = pointer;
        this.destroy = destroy;
        this.name = kind + " of " + context.name();
    }

    @Override
    public final long pointer() {
        return pointer;
    }

    final NativeContext context() {
        return context;
    }

    /** Its C struct. */
    final Struct struct() {
        return context.library().struct(pointer);
    }

    /** Calls a verb on this object that answers 0 or says what is wrong. */
    final void run(Verb verb, long... arguments) {
        context.calls().run(verb, name, arguments);
    }

    @Override
    public void destroy() {
        run(destroy, pointer);
        context.elements().remove(this);
    }

    /** The name for people. */
    @Override
    public final String toString() {
        return name;
    }
}
