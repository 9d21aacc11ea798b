// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

/** The hash functions of receive-side scaling: {@code enum ibv_rx_hash_function_flags}. */
public enum RxHashFunction implements VerbsFlag {
    /** Toeplitz hash. */
    TOEPLITZ("IBV_RX_HASH_FUNC_TOEPLITZ", 0);

    private final String cName;
    private final int bit;

    RxHashFunction(String cName, int bit) {
        this.cName = cName;
        this.bit = bit;
    }

    @Override
    public String cName() {
        return cName;
    }

    @Override
    public long mask() {
        return 1L << bit;
    }
}
