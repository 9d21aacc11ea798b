// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

/** Link layers of a port: {@code IBV_LINK_LAYER_*}. */
public enum LinkLayer implements VerbsEnum {
    /** The driver does not report the link layer. */
    UNSPECIFIED("IBV_LINK_LAYER_UNSPECIFIED", 0),

    /** InfiniBand. */
    INFINIBAND("IBV_LINK_LAYER_INFINIBAND", 1),

    /** Ethernet: RoCE or iWARP. */
    ETHERNET("IBV_LINK_LAYER_ETHERNET", 2),

    /** A number that this library does not know; it has no C name. */
    UNKNOWN("", -1);

    private final String cName;
    private final int value;

    LinkLayer(String cName, int value) {
        this.cName = cName;
        this.value = value;
    }

    /**
     * Returns the constant for a C number.
     *
     * @param value the number as a driver reports it; any value is allowed
     * @return the constant, {@link #UNKNOWN} if there is none
     */
    public static LinkLayer of(int value) {
        return VerbsEnum.find(values(), value, UNKNOWN);
    }

    @Override
    public String cName() {
        return cName;
    }

    @Override
    public int value() {
        return value;
    }
}
