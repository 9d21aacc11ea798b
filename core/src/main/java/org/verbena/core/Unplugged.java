// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import org.verbena.error.Errno;
import org.verbena.error.VerbsException;

/**
 * The rule for a teardown on an unplugged device. The kernel has destroyed the objects of the device, and fails every
 * later command with EIO. See Linux drivers/infiniband/core/uverbs_main.c: ib_uverbs_disassociate_ucontext, and the
 * checks of {@code ib_dev} in ib_uverbs_write and ib_uverbs_ioctl. An object whose destroy fails with EIO once may
 * still exist.
 */
final class Unplugged {
    private Unplugged() {}

    /**
     * Runs a step of a teardown. A step that fails with EIO twice counts as done.
     *
     * @return whether the device was unplugged
     * @throws VerbsException if the step fails with another error
     */
    static boolean during(Runnable step) {
        boolean perhaps = failsWithEio(step);
        return perhaps && failsWithEio(step);
    }

    private static boolean failsWithEio(Runnable step) {
        try {
            step.run();
            return false;
        } catch (VerbsException e) {
            if (e.errno().equals(Errno.EIO)) {
                return true;
            }
            throw e;
        }
    }
}
