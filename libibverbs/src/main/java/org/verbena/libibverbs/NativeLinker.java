package org.verbena.libibverbs;

import java.nio.ByteBuffer;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.spi.driver.DriverMemory;

/**
 * What calling C takes, and all that a native provider has to implement. Linux on x86-64 and aarch64 only: there
 * integers and pointers are passed in registers of 64 bits, and a callee ignores those that it has no parameter for.
 */
@ProviderType
public interface NativeLinker {
    /** The most arguments that {@link #call} passes: the number of argument registers that both architectures have. */
    int MAX_ARGUMENTS = 6;

    /**
     * Finds a function in {@code libibverbs.so.1} or the libraries that it is linked to.
     *
     * @param symbol the name
     * @return the default version's address, 0 if there is none
     */
    long find(String symbol);

    /**
     * Calls a function. {@code errno} is set to 0 before, so that a failure which leaves it alone can be told from one
     * that sets it, and read after, in one go with the call: the JVM's own use of {@code errno} does not come between. It
     * may come before the call, when the thread is stopped just then: what it leaves shows if the function sets none.
     *
     * @param function the address of a function that has only integer and pointer parameters
     * @param arguments at most {@value #MAX_ARGUMENTS} register-sized arguments
     * @return the result register and {@code errno}
     */
    NativeResult call(long function, long... arguments);

    /**
     * Prepares a function for frequent calls, by one thread at a time: what is prepared may hold the arguments.
     *
     * @param function the address of a function that has only integer and pointer parameters
     * @param brief whether it returns within microseconds, without entering the kernel and without waiting for what
     *     another thread does in Java: the JVM's garbage collector may then have to wait for it
     * @return the function
     */
    NativeFunction function(long function, boolean brief);

    /**
     * Allocates memory that the garbage collector frees.
     *
     * @param length number of bytes, from 1
     * @return zero bytes, aligned to 4096
     * @throws OutOfMemoryError if there is not so much memory, or the JVM does not allow so much
     */
    DriverMemory allocate(long length);

    /**
     * The address of a direct buffer's content.
     *
     * @param buffer a direct buffer
     * @return the address of the byte at its position
     */
    long addressOf(ByteBuffer buffer);

    /**
     * All of the process's memory.
     *
     * @return the memory
     */
    NativeMemory memory();

    /**
     * Starts to allocate memory for the arguments of a call.
     *
     * @return nothing allocated yet
     */
    NativeScratch scratch();
}
