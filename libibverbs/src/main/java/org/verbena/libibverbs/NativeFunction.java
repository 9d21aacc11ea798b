package org.verbena.libibverbs;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A C function that is called often: posting, polling, building work requests. {@code errno} is neither cleared nor
 * read, and nothing is allocated where the way to call C allows that. As with {@link NativeLinker#call}, a callee
 * ignores arguments that it has no parameter for; of the answer, only as many low bits count as its result has.
 */
@ProviderType
public interface NativeFunction {
    /**
     * Calls a function of up to three integer or pointer parameters.
     *
     * @param first the first argument
     * @param second the second argument, or any number
     * @param third the third argument, or any number
     * @return the result register
     */
    long call(long first, long second, long third);

    /**
     * Calls a function of up to six integer or pointer parameters.
     *
     * @param first the first argument
     * @param second the second argument
     * @param third the third argument
     * @param fourth the fourth argument, or any number
     * @param fifth the fifth argument, or any number
     * @param sixth the sixth argument, or any number
     * @return the result register
     */
    long call(long first, long second, long third, long fourth, long fifth, long sixth);
}
