package org.verbena.libibverbs.abi;

/** Commands and flags of {@code fcntl(2)}, with their values on Linux for x86-64 and aarch64. */
public final class Fcntl {
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
