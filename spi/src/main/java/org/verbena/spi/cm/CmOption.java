// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi.cm;

import org.verbena.attr.VerbsEnum;

/** The options of an identifier: level {@code RDMA_OPTION_ID} of {@code rdma_set_option(3)}. */
public enum CmOption implements VerbsEnum {
    /** The type of service, a byte. */
    TOS("RDMA_OPTION_ID_TOS", 0, Byte.BYTES),

    /** Whether the port may be shared, an int. */
    REUSEADDR("RDMA_OPTION_ID_REUSEADDR", 1, Integer.BYTES),

    /** Whether a listener is restricted to its address family, an int. */
    AFONLY("RDMA_OPTION_ID_AFONLY", 2, Integer.BYTES),

    /** The exponent of the local ACK timeout, a byte. */
    ACK_TIMEOUT("RDMA_OPTION_ID_ACK_TIMEOUT", 3, Byte.BYTES);

    private final String cName;
    private final int value;
    private final int size;

    CmOption(String cName, int value, int size) {
        this.cName = cName;
        this.value = value;
        this.size = size;
    }

    @Override
    public String cName() {
        return cName;
    }

    @Override
    public int value() {
        return value;
    }

    /**
     * Returns the size of the value.
     *
     * @return the size in bytes
     */
    public int size() {
        return size;
    }
}
