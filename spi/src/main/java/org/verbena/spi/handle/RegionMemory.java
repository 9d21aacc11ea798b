package org.verbena.spi.handle;

import java.nio.ByteBuffer;
import java.util.Objects;
import org.verbena.Violation;
import org.verbena.spi.driver.DriverMemory;

/** The memory of a region, as far as Java knows it. */
@FunctionalInterface
interface RegionMemory {
    /** Memory that was registered by its address. */
    RegionMemory UNKNOWN = (region, offset, length) -> {
        throw Requests.refuse(
                "view",
                region,
                new Violation(
                        "region",
                        "registered by address",
                        "a buffer, or memory of allocMr",
                        "a view of memory that its owner frees would crash the JVM",
                        "Verbena lifecycle"));
    };

    /**
     * A part as a buffer.
     *
     * @throws IndexOutOfBoundsException if it does not lie in the region
     */
    ByteBuffer view(MrHandle region, long offset, int length);

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
