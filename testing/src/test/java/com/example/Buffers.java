// SPDX-License-Identifier: Apache-2.0
package com.example;

import java.util.ArrayList;
import java.util.List;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.attr.AccessFlag;
import org.verbena.error.VerbsException;

/** The registered buffers of an application. If one cannot be registered, the others are released. */
final class Buffers implements AutoCloseable {
    private final List<MemoryRegion> regions = new ArrayList<>();

    Buffers(ProtectionDomain pd, int count) {
        try {
            for (int i = 0; i < count; i++) {
                regions.add(pd.allocMr(4096, AccessFlag.LOCAL_WRITE));
            }
        } catch (VerbsException e) {
            close();
            throw e;
        }
    }

    @Override
    public void close() {
        regions.forEach(MemoryRegion::close);
    }
}
