// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import org.verbena.attr.WrOpcode;

/**
 * Tracks whether a batch has had special work requests since it was last empty: atomics, local operations, large sends,
 * and operations that {@code struct ibv_send_wr} has no fields for. Drivers do not check these sufficiently. Batches
 * without them are posted without individual checks.
 */
final class UncommonOpcodes {
    private boolean present;

    void note(int opcode) {
        present |= isSpecial(opcode);
    }

    boolean isPresent() {
        return present;
    }

    void clear() {
        present = false;
    }

    static boolean isSpecial(int opcode) {
        return Integer.compareUnsigned(opcode, WrOpcode.ATOMIC_CMP_AND_SWP.value()) >= 0
                && opcode != WrOpcode.SEND_WITH_INV.value();
    }
}
