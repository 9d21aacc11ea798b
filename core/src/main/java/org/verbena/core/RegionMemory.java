// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.nio.ByteBuffer;
import java.util.Objects;
import org.verbena.error.Violation;
import org.verbena.spi.DriverMemory;

/** The memory of a region, as far as Java knows it. */
interface RegionMemory {
    /** Memory that was registered by its address. */
    RegionMemory UNKNOWN = new RegionMemory() {
        @Override
        public ByteBuffer view(MrHandle region, long offset, int length) {
            throw RequestChecks.refuse(
                    "view",
                    region,
                    new Violation(
                            "region",
                            "registered by address",
                            "a buffer, or memory of allocMr",
                            "a view of memory that its owner frees would crash the JVM",
                            "Verbena lifecycle"));
        }

        @Override
        public boolean isReadOnly(MrHandle region) {
            return false;
        }

        // Pages of an on-demand region may be unmapped, and pages of other regions may have been unmapped since.
        @Override
        public void touch(long offset, int length) {
            throw new IllegalStateException("registered by address");
        }
    };

    /**
     * Returns part of the memory as a buffer.
     *
     * @throws IndexOutOfBoundsException if the part does not lie in the region
     */
    ByteBuffer view(MrHandle region, long offset, int length);

    /** Returns whether the memory is known to be read-only in Java. */
    default boolean isReadOnly(MrHandle region) {
        return view(region, 0, 0).isReadOnly();
    }

    /**
     * Reads the first and the last byte of a part that a driver is about to read with the processor. The part is so
     * short that it lies on at most two pages. Java throws where C would crash.
     *
     * @throws IllegalStateException if the memory belongs to a closed arena
     * @throws RuntimeException if the memory belongs to a confined arena of another thread
     * @throws InternalError if the memory belongs to a mapped file that was truncated
     */
    void touch(long offset, int length);

    /** Returns the memory of a buffer that contains exactly the bytes of the region. */
    static RegionMemory of(ByteBuffer content) {
        return new RegionMemory() {
            private final Reader reader = new Reader();

            @Override
            public ByteBuffer view(MrHandle region, long offset, int length) {
                Objects.checkFromIndexSize(offset, length, (long) content.capacity());
                return content.slice((int) offset, length);
            }

            @Override
            public void touch(long offset, int length) {
                reader.readEnds(content, (int) offset, length);
            }
        };
    }

    /** Returns memory of a kind that a provider defines. It may belong to an arena. */
    static RegionMemory of(DriverMemory memory) {
        return new RegionMemory() {
            private final Reader reader = new Reader();

            @Override
            public ByteBuffer view(MrHandle region, long offset, int length) {
                return part(memory, offset, length);
            }

            @Override
            public void touch(long offset, int length) {
                reader.readEnds(memory.view(offset, length), 0, length);
            }
        };
    }

    /** Returns memory that the context has allocated. It exists as long as the region. */
    static RegionMemory allocated(DriverMemory memory) {
        return new RegionMemory() {
            @Override
            public ByteBuffer view(MrHandle region, long offset, int length) {
                return part(memory, offset, length);
            }

            @Override
            public void touch(long offset, int length) {}
        };
    }

    private static ByteBuffer part(DriverMemory memory, long offset, int length) {
        Objects.checkFromIndexSize(offset, length, memory.length());
        return memory.view(offset, length);
    }

    /** Reads memory only to provoke the fault. */
    final class Reader {
        /** The last value read. Storing it keeps the compiler from removing the reads. */
        @SuppressWarnings("unused")
        private volatile int last;

        private void readEnds(ByteBuffer buffer, int at, int length) {
            last = buffer.get(at) + buffer.get(at + length - 1);
            // Compiled code continues after a fault in a mapped file. The JVM throws the error at the next return from
            // native code, which this call provides.
            Thread.holdsLock(buffer);
        }
    }
}
