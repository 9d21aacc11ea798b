// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import java.util.ArrayList;
import java.util.List;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.libibverbs.abi.LibcStructs.Fcntl;
import org.verbena.libibverbs.call.NativeLinker.NativeResult;

/**
 * Checks that the process can open the file descriptors that {@code ibv_get_device_list(3)} needs. libibverbs does not
 * report their lack as such. It returns ENOSYS if it cannot open the directory of the devices. It omits each device
 * whose attributes or driver it cannot open (rdma-core libibverbs/init.c: find_sysfs_devs).
 */
public final class DescriptorReserve {
    /**
     * The number of descriptors to open. libibverbs holds three at a time: directory, device and attribute. The rest is
     * a margin for other versions.
     */
    private static final int NEEDED = 8;

    private DescriptorReserve() {}

    /**
     * Opens the descriptors and closes them again.
     *
     * @param library the library
     * @throws VerbsException if they cannot be opened: EMFILE if the process has too many open files, ENFILE if the
     *     system has too many
     */
    public static void require(Libibverbs library) {
        List<Long> opened = new ArrayList<>();
        try {
            while (opened.size() < NEEDED) {
                NativeResult result = library.eventfd(0, Fcntl.O_CLOEXEC);
                // The function returns int; the upper half of the register is undefined.
                int descriptor = (int) result.value();
                if (descriptor < 0) {
                    throw new VerbsException(
                            Verb.GET_DEVICE_LIST.cName(),
                            new Errno(result.errno()),
                            LayoutCheck.LIBRARY,
                            Diagnosis.unexplained(
                                    "the list of devices is empty, and only " + opened.size() + " of the " + NEEDED
                                            + " file descriptors that it needs can be opened; see RLIMIT_NOFILE in getrlimit(2)"));
                }
                opened.add((long) descriptor);
            }
        } finally {
            opened.forEach(library::close);
        }
    }
}
