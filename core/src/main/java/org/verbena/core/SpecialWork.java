package org.verbena.core;

import org.verbena.attr.WrOpcode;

/**
 * Tracks whether a batch has had special work requests since it was last empty. C dereferences more than the struct of
 * such a work request. Batches without special work requests are posted without individual checks.
 */
final class SpecialWork {
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
        return Integer.compareUnsigned(opcode, WrOpcode.LOCAL_INV.value()) > 0
                && opcode != WrOpcode.SEND_WITH_INV.value();
    }
}
