// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

/** Types of GID table entries: {@code enum ibv_gid_type}. */
public enum GidType implements VerbsEnum {
    /** InfiniBand. */
    IB("IBV_GID_TYPE_IB", 0),

    /** RoCE version 1 (Ethernet only). */
    ROCE_V1("IBV_GID_TYPE_ROCE_V1", 1),

    /** RoCE version 2 (over UDP). */
    ROCE_V2("IBV_GID_TYPE_ROCE_V2", 2),

    /** A number that this library does not know; it has no C name. */
    UNKNOWN("", -1);

    private final String cName;
    private final int value;

    GidType(String cName, int value) {
        this.cName = cName;
        this.value = value;
    }

    /**
     * Returns the constant for a C number.
     *
     * @param value the number as a driver reports it; any value is allowed
     * @return the constant, {@link #UNKNOWN} if there is none
     */
    public static GidType of(int value) {
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
