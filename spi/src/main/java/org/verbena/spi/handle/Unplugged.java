package org.verbena.spi.handle;

import org.verbena.Errno;
import org.verbena.VerbsException;

/**
 * The rule for the teardown on a device that was unplugged: the kernel has destroyed its objects, and fails every command
 * with EIO from then on (Linux drivers/infiniband/core/uverbs_main.c: ib_uverbs_disassociate_ucontext, and the checks of
 * {@code ib_dev} in ib_uverbs_write and ib_uverbs_ioctl). An object that fails once with EIO may still exist.
 */
final class Unplugged {
    private Unplugged() {}

    /**
     * Runs a step of a teardown. A step that fails twice with EIO counts as done.
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
