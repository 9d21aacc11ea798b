package org.verbena.libibverbs.abi;

/** What fcntl(2) is asked for; the numbers are those of Linux on x86-64 and aarch64. */
public final class Fcntl {
    /** Answers the flags of an open file. */
    public static final int F_GETFL = 3;

    /** Sets the flags of an open file. */
    public static final int F_SETFL = 4;

    /** The flag with which read(2) fails with EAGAIN instead of waiting. */
    public static final int O_NONBLOCK = 0x800;

    /** The flag with which a child process does not inherit a new descriptor; eventfd(2) has it as EFD_CLOEXEC. */
    public static final int O_CLOEXEC = 0x80000;

    private Fcntl() {}
}
