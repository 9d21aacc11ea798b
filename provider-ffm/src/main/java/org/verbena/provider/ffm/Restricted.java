package org.verbena.provider.ffm;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/** Everything that the JVM wants a permission for; each method throws {@link IllegalCallerException} without it. */
@SuppressWarnings("restricted")
final class Restricted {
    private Restricted() {}

    /** Loads a library as dlopen(3) finds it, for as long as the JVM runs: its objects may outlive any class loader. */
    static SymbolLookup load(String library) {
        try {
            return SymbolLookup.libraryLookup(library, Arena.global());
        } catch (IllegalArgumentException e) {
            throw (UnsatisfiedLinkError)
                    new UnsatisfiedLinkError(library + " was not found, or is none for this machine").initCause(e);
        }
    }

    static MethodHandle downcall(FunctionDescriptor type, Linker.Option... options) {
        return Linker.nativeLinker().downcallHandle(type, options);
    }

    static MemorySegment allMemory() {
        return MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    }
}
