// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.abi;

/** The structs and constants of the C library, with their values on Linux for x86-64 and aarch64. */
public final class LibcStructs {
    private LibcStructs() {}

    /**
     * The result of {@code dladdr(3)}.
     *
     * <pre>{@code
     * typedef struct {
     *     const char *dli_fname;
     *     void *dli_fbase;
     *     const char *dli_sname;
     *     void *dli_saddr;
     * } Dl_info;
     * }</pre>
     */
    public static final class DlInfo {
        public static final CField DLI_FNAME = CField.pointer(0);

        public static final int SIZE = 32;

        private DlInfo() {}
    }

    /** Flags of {@code dlopen(3)}, with their values on Linux for x86-64 and aarch64. */
    public static final class Dlopen {
        /** Binds functions when they are first called. */
        public static final int RTLD_LAZY = 1;

        /** Returns the library only if it is loaded already. */
        public static final int RTLD_NOLOAD = 4;

        private Dlopen() {}
    }

    /** Commands and flags of {@code fcntl(2)}, with their values on Linux for x86-64 and aarch64. */
    public static final class Fcntl {
        /** The command that returns the flags of an open file. */
        public static final int F_GETFL = 3;

        /** The command that sets the flags of an open file. */
        public static final int F_SETFL = 4;

        /** The flag that makes {@code read(2)} fail with EAGAIN instead of blocking. */
        public static final int O_NONBLOCK = 0x800;

        /** The flag that closes a new descriptor on {@code execve(2)}: {@code EFD_CLOEXEC} for {@code eventfd(2)}. */
        public static final int O_CLOEXEC = 0x80000;

        private Fcntl() {}
    }

    /**
     * A file descriptor and the events that {@code poll(2)} waits for.
     *
     * <pre>{@code
     * struct pollfd {
     *     int fd;
     *     short int events;
     *     short int revents;
     * };
     * }</pre>
     */
    public static final class Pollfd {
        public static final CField FD = CField.s32(0);
        public static final CField EVENTS = CField.s16(4);

        public static final int SIZE = 8;

        /** Data is available to read. */
        public static final int POLLIN = 1;

        private Pollfd() {}
    }

    /**
     * A duration.
     *
     * <pre>{@code
     * struct timespec {
     *     time_t tv_sec;
     *     long tv_nsec;
     * };
     * }</pre>
     */
    public static final class Timespec {
        public static final CField TV_SEC = CField.s64(0);
        public static final CField TV_NSEC = CField.s64(8);

        public static final int SIZE = 16;

        private Timespec() {}
    }
}
