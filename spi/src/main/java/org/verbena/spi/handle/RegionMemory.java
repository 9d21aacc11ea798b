package org.verbena.spi.handle;

import java.nio.ByteBuffer;
import java.util.Objects;
import org.verbena.Violation;
import org.verbena.spi.driver.DriverMemory;

/** The memory of a region, as far as Java knows it. */
@FunctionalInterface
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

    /** A buffer, from its position to its limit. */
    static RegionMemory of(ByteBuffer buffer) {
        ByteBuffer content = buffer.slice();
        return (region, offset, length) -> {
            Objects.checkFromIndexSize(offset, length, (long) content.capacity());
            return content.slice((int) offset, length);
        };
    }

    /** Memory that the provider has allocated. */
    static RegionMemory of(DriverMemory memory) {
        return (region, offset, length) -> {
            Objects.checkFromIndexSize(offset, length, memory.length());
            return memory.view(offset, length);
        };
    }
}
