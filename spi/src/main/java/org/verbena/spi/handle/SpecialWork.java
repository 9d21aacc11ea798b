package org.verbena.spi.handle;

import org.verbena.WrOpcode;

/**
 * Whether a batch has had work requests, since it was last empty, of which C follows more than the struct. Batches
 * without are posted without a look at each.
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
