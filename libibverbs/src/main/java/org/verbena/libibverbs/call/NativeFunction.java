package org.verbena.libibverbs.call;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A C function for frequent calls: posting, polling, building work requests. A call neither clears nor reads
 * {@code errno}. It allocates nothing if the mechanism that calls C permits that. As with {@link NativeLinker#call}, a
 * callee ignores arguments that it has no parameter for. Only the low bits of the result are defined: as many as the C
 * return type has.
 */
@ProviderType
public interface NativeFunction {
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
