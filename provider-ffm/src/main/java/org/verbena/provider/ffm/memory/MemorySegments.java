// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.ffm.memory;

import java.lang.foreign.MemorySegment;
import java.util.Set;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.core.MemoryRegistrar;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.Violation;
import org.verbena.provider.ffm.SegmentMemory;

/**
 * Static methods that register memory segments. The protection domain may belong to any provider.
 *
 * <p>An open region keeps its segment reachable, so memory of an automatic arena is not freed before the region is
 * closed. A closeable arena does not track its regions. The application must close the region before the arena.
 * Otherwise the device reads and writes memory that has a new owner. After the arena is closed, posts whose headers
 * the driver reads with the CPU (raw packets) fail. A buffer of {@link MemoryRegion#view} then throws
 * {@link IllegalStateException}.
 */
public final class MemorySegments {
    private static final String VERB = "ibv_reg_mr";
    private static final String ATTRIBUTE = "addr";
    private static final Set<AccessFlag> WRITES =
            Set.of(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_ATOMIC);

    private MemorySegments() {}

    /**
     * Registers all of a segment with {@code ibv_reg_mr(3)}.
     *
     * @param pd the protection domain
     * @param segment the segment, outside the heap; on a real device it may exceed 2 GiB
     * @param access the operations that the device and peers may perform
     * @return the region
     * @throws InvalidRequestException if the segment is on the heap, its arena is closed, or it is read-only and the
     *     access flags let the device write: EINVAL
     * @throws org.verbena.error.VerbsException if the registration fails, as for
     *     {@link ProtectionDomain#regMr(java.nio.ByteBuffer, Flags)}
     */
    public static MemoryRegion regMr(ProtectionDomain pd, MemorySegment segment, Flags<AccessFlag> access) {
        requireNative(pd, segment);
        requireAlive(pd, segment);
        requireWritable(pd, segment, access);
        if (segment.byteSize() > Integer.MAX_VALUE && pd instanceof MemoryRegistrar registrar) {
            return registrar.regMr(new SegmentMemory(segment), access);
        }
        return pd.regMr(segment.asByteBuffer(), access);
    }

    private static void requireNative(ProtectionDomain pd, MemorySegment segment) {
        if (!segment.isNative()) {
            throw rejected(
                    pd,
                    "a heap segment",
                    "a native segment",
                    "the garbage collector moves heap memory",
                    "java.lang.foreign.MemorySegment");
        }
    }

    private static void requireAlive(ProtectionDomain pd, MemorySegment segment) {
        if (!segment.scope().isAlive()) {
            throw rejected(
                    pd,
                    "a segment of a closed arena",
                    "a segment of an open arena",
                    "closing an arena frees its memory",
                    "java.lang.foreign.Arena");
        }
    }

    private static void requireWritable(ProtectionDomain pd, MemorySegment segment, Flags<AccessFlag> access) {
        if (segment.isReadOnly() && WRITES.stream().anyMatch(access::contains)) {
            throw rejected(
                    pd,
                    "a read-only segment with " + access,
                    "a writable segment, or no access flag that permits writes",
                    "a device must not write to read-only memory",
                    "java.lang.foreign.MemorySegment");
        }
    }

    private static InvalidRequestException rejected(
            ProtectionDomain pd, String found, String limit, String rule, String source) {
        return new InvalidRequestException(
                VERB, Errno.EINVAL, pd.toString(), new Violation(ATTRIBUTE, found, limit, rule, source));
    }
}
