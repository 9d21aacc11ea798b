// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.Optional;
import org.verbena.MemoryRegion;
import org.verbena.MemoryWindow;
import org.verbena.VerbsObject;

/**
 * The peer's memory that a work request accesses.
 *
 * @param addr the address
 * @param rkey the key of the region or window that the step names, or an unknown key
 * @param invalidated the key to invalidate
 */
record Remote(long addr, long rkey, long invalidated) {
    static Remote of(WalkDevice device, Step step) {
        int peer = 1 - step.end();
        Optional<VerbsObject> remote = device.find(step, StepField.REMOTE, VerbsObject.class, peer);
        long addr = device.traffic().addressOf(peer, remote, step.arguments().number(StepField.REMOTE_OFFSET));
        long rkey = remote.map(Remote::key).orElse(Elements.NO_KEY);
        int holder = PostCalls.holder(step);
        long invalidated = device.find(step, StepField.MW, MemoryWindow.class, holder)
                .map(MemoryWindow::rkey)
                .or(() -> device.find(step, StepField.MR, MemoryRegion.class, holder)
                        .map(MemoryRegion::rkey))
                .orElse(Elements.NO_KEY);
        return new Remote(addr, rkey, invalidated);
    }

    private static long key(VerbsObject object) {
        if (object instanceof MemoryRegion region) {
            return region.rkey();
        }
        return object instanceof MemoryWindow window ? window.rkey() : Elements.NO_KEY;
    }
}
