// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import java.util.concurrent.TimeUnit;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.libibverbs.abi.Frame;
import org.verbena.libibverbs.abi.LibcStructs.Fcntl;
import org.verbena.libibverbs.abi.LibcStructs.Pollfd;
import org.verbena.libibverbs.abi.LibcStructs.Timespec;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.libibverbs.call.NativeLinker.NativeResult;

/**
 * A file descriptor that delivers events of the kernel. Reads never block, because another thread may read an event
 * before {@code ibv_get_*_event} or {@code rdma_get_cm_event} does.
 */
public final class FileDescriptor {
    private static final int ONE = 1;
    private static final int SAME_SIGNALS = 0;

    private final Libibverbs library;
    private final int fd;
    private final String owner;

    private FileDescriptor(Libibverbs library, int fd, String owner) {
        this.library = library;
        this.fd = fd;
        this.owner = owner;
    }

    /**
     * Creates a descriptor and makes reads fail with EAGAIN instead of blocking.
     *
     * @param library the library
     * @param fd the number of an open descriptor
     * @param owner the object that the descriptor belongs to, for display
     * @return the descriptor
     * @throws VerbsException if its flags cannot be changed
     */
    public static FileDescriptor nonBlocking(Libibverbs library, int fd, String owner) {
        FileDescriptor descriptor = new FileDescriptor(library, fd, owner);
        long flags = descriptor.require("fcntl", library.fcntl(fd, Fcntl.F_GETFL, 0));
        descriptor.require("fcntl", library.fcntl(fd, Fcntl.F_SETFL, flags | Fcntl.O_NONBLOCK));
        return descriptor;
    }

    /**
     * Returns the number.
     *
     * @return the number of the descriptor
     */
    public int number() {
        return fd;
    }

    /**
     * Waits until the descriptor is readable, the time has elapsed, or a signal arrives.
     *
     * @param nanos the maximum time in nanoseconds
     * @throws InterruptedException if the thread is interrupted
     */
    public void awaitReadable(long nanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        long seconds = TimeUnit.NANOSECONDS.toSeconds(nanos);
        try (Frame frame = library.frame()) {
            Struct poll = frame.struct(Pollfd.SIZE).put(Pollfd.FD, fd).put(Pollfd.EVENTS, Pollfd.POLLIN);
            Struct timeout = frame.struct(Timespec.SIZE)
                    .put(Timespec.TV_SEC, seconds)
                    .put(Timespec.TV_NSEC, nanos - TimeUnit.SECONDS.toNanos(seconds));
            NativeResult result = library.ppoll(poll.address(), ONE, timeout.address(), SAME_SIGNALS);
            if (result.errno() != Errno.EINTR.number()) {
                require("ppoll", result);
            }
        }
    }

    private long require(String function, NativeResult result) {
        int answer = (int) result.value();
        if (answer < 0) {
            throw new VerbsException(function, new Errno(result.errno()), owner, Diagnosis.UNKNOWN);
        }
        return answer;
    }
}
