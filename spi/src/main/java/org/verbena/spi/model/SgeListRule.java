// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi.model;

import java.util.function.IntUnaryOperator;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;

/**
 * Checks lists of elements for {@code ibv_wr_set_sge_list} of librxe. Up to rdma-core 63, that function uses the length
 * of the first element for all elements. Elements of different lengths would be sent with a wrong length.
 */
public final class SgeListRule {
    private SgeListRule() {}

    /**
     * Checks that all elements have the same length.
     *
     * @param queuePair the name of the queue pair in messages
     * @param number the number of elements
     * @param lengths returns the length of an element, an unsigned 32-bit value
     * @throws VerbsException if two lengths differ: {@link Errno#EOPNOTSUPP}
     */
    public static void requireOneLength(String queuePair, int number, IntUnaryOperator lengths) {
        int first = number == 0 ? 0 : lengths.applyAsInt(0);
        for (int i = 1; i < number; i++) {
            int length = lengths.applyAsInt(i);
            if (length != first) {
                throw new VerbsException(
                        "ibv_wr_set_sge_list",
                        Errno.EOPNOTSUPP,
                        queuePair,
                        Diagnosis.of(new Violation(
                                "sg_list[" + i + "].length",
                                Integer.toUnsignedString(length),
                                Integer.toUnsignedString(first),
                                "librxe uses the length of the first element for every element; post a batch instead",
                                "rdma-core providers/rxe/rxe.c: wr_set_sge_list, up to rdma-core 63")));
            }
        }
    }
}
