// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs;

import org.jspecify.annotations.Nullable;
import org.verbena.Availability;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.libibverbs.cm.NativeCm;
import org.verbena.libibverbs.driver.Libibverbs;
import org.verbena.spi.cm.DriverCm;

/** The connection management of a provider, whose library is loaded when it is first used. */
final class ConnectionManagement {
    private static final String DEVICE_FILE = "/dev/infiniband/rdma_cm";

    private @Nullable NativeCm loaded;

    /** Returns whether an event channel can be created. */
    Availability availability(Libibverbs libibverbs) {
        try {
            driver(libibverbs).createChannel().destroy();
            return Availability.available("librdmacm.so.1 uses " + DEVICE_FILE);
        } catch (UnsatisfiedLinkError e) {
            return Availability.unavailable(e.getMessage()
                    + "; install librdmacm of rdma-core 23 or newer: the package librdmacm1 on Debian and Ubuntu,"
                    + " librdmacm on Fedora and derived distributions");
        } catch (VerbsException e) {
            return Availability.unavailable(describe(e));
        }
    }

    private static String describe(VerbsException e) {
        Errno errno = e.errno();
        if (errno.equals(Errno.ENODEV)) {
            return Obstacle.NO_DEVICE;
        }
        String remedy = "";
        if (errno.equals(Errno.ENOENT)) {
            remedy = "; " + DEVICE_FILE + " does not exist: \"modprobe rdma_ucm\" creates it";
        } else if (errno.equals(Errno.EACCES)) {
            remedy = "; the process needs read and write permission for " + DEVICE_FILE;
        } else if (errno.equals(Errno.EPERM)) {
            // ucma_init of librdmacm; a security module may also be the cause.
            remedy = "; librdmacm.so.1 does not support the version of the kernel's interface, or the process may not"
                    + " open " + DEVICE_FILE;
        }
        return e.getMessage() + remedy;
    }

    /**
     * Returns the driver.
     *
     * @throws UnsatisfiedLinkError if the library cannot be loaded
     */
    synchronized DriverCm driver(Libibverbs libibverbs) {
        NativeCm driver = loaded;
        if (driver == null) {
            driver = new NativeCm(libibverbs);
            loaded = driver;
        }
        return driver;
    }
}
