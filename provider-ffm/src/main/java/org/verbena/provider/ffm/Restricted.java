// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.ffm;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/**
 * All calls of restricted methods. Each method throws {@link IllegalCallerException} if the JVM denies native access to
 * this module.
 */
@SuppressWarnings("restricted")
final class Restricted {
    private Restricted() {}

    /**
     * Loads a library by the search rules of {@code dlopen(3)}. The library is never unloaded, because its objects may
     * outlive any class loader.
     *
     * @throws IllegalArgumentException if the library cannot be loaded
     */
    static SymbolLookup load(String library) {
        return SymbolLookup.libraryLookup(library, Arena.global());
    }

    static MethodHandle downcall(FunctionDescriptor type, Linker.Option... options) {
        return Linker.nativeLinker().downcallHandle(type, options);
    }

    static MemorySegment allMemory() {
        return MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    }
}
