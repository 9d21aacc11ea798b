// SPDX-License-Identifier: Apache-2.0
package org.verbena.cm;

import org.verbena.attr.VerbsEnum;

/** The kinds of membership in a multicast group: {@code enum} {@code RDMA_MC_JOIN_FLAG_...}. */
public enum JoinFlag implements VerbsEnum {
    /** The queue pair sends to the group and receives its messages. */
    FULLMEMBER("RDMA_MC_JOIN_FLAG_FULLMEMBER", 0),

    /** The queue pair only sends to the group. */
    SENDONLY_FULLMEMBER("RDMA_MC_JOIN_FLAG_SENDONLY_FULLMEMBER", 1);

    private final String cName;
    private final int value;

    JoinFlag(String cName, int value) {
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
