// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

/** Types of memory windows: {@code enum ibv_mw_type}. */
public enum MwType implements VerbsEnum {
    /** A window that belongs to its protection domain. The verb {@code ibv_bind_mw(3)} binds it. */
    TYPE_1("IBV_MW_TYPE_1", 1),

    /** A window that belongs to its queue pair. A work request binds it, with a key that the application chooses. */
    TYPE_2("IBV_MW_TYPE_2", 2);

    private final String cName;
    private final int value;

    MwType(String cName, int value) {
        this.cName = cName;
        this.value = value;
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
