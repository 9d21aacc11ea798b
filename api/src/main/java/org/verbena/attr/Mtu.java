// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

/** Maximum transfer units of a path: {@code enum ibv_mtu}. */
public enum Mtu implements VerbsEnum {
    /** 256 bytes. */
    BYTES_256("IBV_MTU_256", 1),

    /** 512 bytes. */
    BYTES_512("IBV_MTU_512", 2),

    /** 1024 bytes. */
    BYTES_1024("IBV_MTU_1024", 3),

    /** 2048 bytes. */
    BYTES_2048("IBV_MTU_2048", 4),

    /** 4096 bytes. */
    BYTES_4096("IBV_MTU_4096", 5),

    /** A number that this library does not know; it has no C name. */
    UNKNOWN("", -1);

    private final String cName;
    private final int value;

    Mtu(String cName, int value) {
        this.cName = cName;
        this.value = value;
    }

    /**
     * Returns the constant for a C number.
     *
     * @param value the number as a driver reports it; any value is allowed
     * @return the constant, {@link #UNKNOWN} if there is none
     */
    public static Mtu of(int value) {
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
