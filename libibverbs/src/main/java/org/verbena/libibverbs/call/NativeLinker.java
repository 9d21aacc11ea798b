// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.call;

import java.nio.ByteBuffer;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.spi.DriverMemory;

/**
 * A mechanism that calls C functions, the only interface that a native provider must implement. It supports Linux on
 * x86-64 and aarch64 only. Both architectures pass integers and pointers in 64-bit registers, and a callee ignores
 * registers that it has no parameter for.
 */
@ProviderType
public interface NativeLinker {
    /**
     * The maximum number of arguments of {@link #call}: the number of argument registers that both architectures have.
     */
    int MAX_ARGUMENTS = 6;

    /**
     * Finds a function in {@code libibverbs.so.1} or in the libraries that it is linked to.
     *
     * @param symbol the name of the function
     * @return the address of the default version, 0 if the function does not exist
     */
    long find(String symbol);

    /**
     * Calls a function and captures {@code errno}. {@code errno} is set to 0 before the call, so that a failure that
     * does not set it can be recognised. It is read in the same operation as the call: the JVM cannot change it after
     * the function has returned. The JVM can change it between the reset and the call, if the thread is stopped there.
     * If the function then does not set {@code errno}, the result contains the value of the JVM.
     *
     * @param function the address of a function that has only integer and pointer parameters
     * @param arguments at most {@value #MAX_ARGUMENTS} register-sized arguments
     * @return the result register and {@code errno}
     */
    NativeResult call(long function, long... arguments);

    /**
     * Prepares a function for frequent calls. Only one thread at a time may use the result, because it may store the
     * arguments. The garbage collector of the JVM may have to wait for a brief call.
     *
     * @param function the address of a function that has only integer and pointer parameters
     * @param brief whether the function returns within microseconds, without entering the kernel and without waiting
     *     for a thread that executes Java code
     * @return the function
     */
    NativeFunction function(long function, boolean brief);

    /**
     * Allocates memory that the garbage collector frees.
     *
     * @param length the number of bytes, at least 1
     * @return zeroed memory, aligned to 4096 bytes
     * @throws OutOfMemoryError if there is not enough memory, or the JVM does not permit the allocation
     */
    DriverMemory allocate(long length);

    /**
     * Returns the address of the content of a direct buffer.
     *
     * @param buffer a direct buffer
     * @return the address of the byte at the position of the buffer
     */
    long addressOf(ByteBuffer buffer);

    /**
     * Returns the memory of the process.
     *
     * @return the memory of the whole process
     */
    NativeMemory memory();

    /**
     * Creates an allocator for the arguments of a call.
     *
     * @return an empty allocator
     */
    NativeScratch scratch();

    /**
     * The result of a C function.
     *
     * @param value the result register; only its lower half is defined for a function that returns {@code int}
     * @param errno {@code errno} directly after the call, 0 if the function did not set it
     */
    record NativeResult(long value, int errno) {}

    /**
     * A C function for frequent calls: posting, polling, building work requests. A call neither clears nor reads
     * {@code errno}. It allocates nothing if the mechanism that calls C permits that. As with
     * {@link NativeLinker#call}, a callee ignores arguments that it has no parameter for. Only the low bits of the
     * result are defined: as many as the C return type has. If a call throws StackOverflowError, the function was not
     * called.
     */
    @ProviderType
    interface NativeFunction {
        /**
         * Calls a function of up to three integer or pointer parameters.
         *
         * @param first the first argument
         * @param second the second argument, any number if the function has no such parameter
         * @param third the third argument, any number if the function has no such parameter
         * @return the result register
         */
        long call(long first, long second, long third);

        /**
         * Calls a function of up to six integer or pointer parameters.
         *
         * @param first the first argument
         * @param second the second argument
         * @param third the third argument
         * @param fourth the fourth argument, any number if the function has no such parameter
         * @param fifth the fifth argument, any number if the function has no such parameter
         * @param sixth the sixth argument, any number if the function has no such parameter
         * @return the result register
         */
        long call(long first, long second, long third, long fourth, long fifth, long sixth);
    }

    /** An allocator for the arguments of a call. Not thread-safe. */
    @ProviderType
    interface NativeScratch extends AutoCloseable {
        /**
         * Allocates memory that {@link #close} frees.
         *
         * @param size the number of bytes, at least 1
         * @return the address of zeroed memory, aligned to 8 bytes
         */
        long allocate(long size);

        @Override
        void close();
    }
}
