// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.stream;

import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.attr.AccessFlag;
import org.verbena.error.VerbsException;

/**
 * The memory regions of a stream's mapped memory. Each keeps its buffer reachable. Their separate lock lets the stream
 * continue while the kernel registers memory.
 */
final class MappedRegions {
    private final ProtectionDomain pd;
    private final Set<MemoryRegion> regions = new HashSet<>();
    private final StackSafeLock lock = new StackSafeLock();
    private boolean closed;

    MappedRegions(ProtectionDomain pd) {
        this.pd = pd;
    }

    /**
     * Registers a direct buffer for writes of the peer.
     *
     * @throws IOException if the device rejects it, or the stream is closed
     */
    MemoryRegion register(ByteBuffer memory) throws IOException {
        lock.lock();
        try {
            if (closed) {
                throw new SocketException("Socket closed");
            }
            MemoryRegion region = pd.regMr(memory, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE);
            regions.add(region);
            return region;
        } catch (VerbsException e) {
            throw new IOException("the memory is not mapped: " + e.getMessage(), e);
        } finally {
            lock.unlock();
        }
    }

    void deregister(MemoryRegion region) {
        lock.lock();
        try {
            if (regions.remove(region)) {
                region.close();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Deregisters everything. */
    void close() {
        lock.lock();
        try {
            closed = true;
            for (MemoryRegion region : regions) {
                try {
                    region.close();
                } catch (VerbsException e) {
                    StreamRuntime.log("mapped memory of a closed stream stays registered", e);
                }
            }
            regions.clear();
        } finally {
            lock.unlock();
        }
    }
}
