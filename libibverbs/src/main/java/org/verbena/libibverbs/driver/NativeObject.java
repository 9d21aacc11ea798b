package org.verbena.libibverbs.driver;

import org.verbena.libibverbs.abi.Struct;
import org.verbena.libibverbs.marshal.Pointed;

/** What all objects of an open device have in common: a pointer and the verb that destroys it. */
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

    /** Its C struct. */
    final Struct struct() {
        return context.library().struct(pointer);
    }

    /** Calls a verb on this object that answers 0 or says what is wrong. */
    final void run(Verb verb, long... arguments) {
        context.calls().run(verb, this, arguments);
    }

    @Override
    public void destroy() {
        run(destroy, pointer);
        context.elements().remove(this);
    }

    /** The library keeps its memory for ever, so that no other object gets this address. */
    @Override
    public void abandon() {
        context.elements().remove(this);
    }

    /** As it is looked up by events: the JVM's own hash would be drawn for each, and kept in its header. */
    @Override
    public final int hashCode() {
        return Long.hashCode(EventElements.key(pointer));
    }

    /** The name for people. Made when somebody asks: most are never asked. */
    @Override
    public final String toString() {
        return kind + " of " + context.name();
    }
}
