package org.verbena.spi.handle;

import java.nio.ByteBuffer;
import java.util.Objects;
import org.verbena.Violation;
import org.verbena.spi.driver.DriverMemory;

/** The memory of a region, as far as Java knows it. */
interface RegionMemory {
    /** Memory that was registered by its address. */
    RegionMemory UNKNOWN = new RegionMemory() {
        @Override
        public ByteBuffer view(MrHandle region, long offset, int length) {
            throw Requests.refuse(
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

        // Pages of an on-demand region need not be mapped, and those of any other may have been unmapped since.
        @Override
        public void touch(long offset, int length) {
            throw new IllegalStateException("registered by address");
        }
    };

    /**
     * A part as a buffer.
     *
     * @throws IndexOutOfBoundsException if it does not lie in the region
     */
    ByteBuffer view(MrHandle region, long offset, int length);

    /** Whether Java must not write to it, as far as is known. */
    default boolean isReadOnly(MrHandle region) {
        return view(region, 0, 0).isReadOnly();
    }

    /**
     * Reads the first and the last byte of a part that a driver is about to read by the processor. The part is so short
     * that it lies on two pages at most. Java fails where C would crash.
     *
     * @throws IllegalStateException if the memory belongs to an arena that is closed
     * @throws RuntimeException if the memory belongs to a confined arena of another thread
     * @throws InternalError if the memory belongs to a mapped file that was truncated
     */
    void touch(long offset, int length);

    /** A buffer of exactly the region's bytes. */
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

    /** Memory of a provider's own kind, which can belong to an arena. */
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

    /** Memory that the context has allocated: it exists as long as the region does. */
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

    /** Reads memory for nothing but the fault. */
    final class Reader {
        /** The compiler drops a read whose value is not used. */
        @SuppressWarnings("unused")
        private volatile int last;

        private void readEnds(ByteBuffer buffer, int at, int length) {
            last = buffer.get(at) + buffer.get(at + length - 1);
            // Compiled code goes on after a fault of a mapped file; the error waits for the next return from native
            // code.
            Thread.holdsLock(buffer);
        }
    }
}
