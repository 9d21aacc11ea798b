// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import java.lang.ref.Reference;
import org.verbena.libibverbs.call.NativeLinker.NativeFunction;
import org.verbena.spi.DriverMemory;

/**
 * Posts work requests. The three functions that post receives and the one that posts sends have the same parameters.
 */
final class PostFunction {
    private PostFunction() {}

    /** Posts a list; see {@link org.verbena.spi.DriverQp#postSend}. */
    static int post(NativeFunction function, long queue, DriverMemory memory, long first, long badWr) {
        long start = memory.address();
        try {
            return (int) function.call(queue, start + first, start + badWr);
        } finally {
            Reference.reachabilityFence(memory);
        }
    }
}
