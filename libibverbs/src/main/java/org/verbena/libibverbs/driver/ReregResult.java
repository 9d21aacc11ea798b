// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

/** The state of a region after {@code ibv_rereg_mr(3)}, as {@code enum ibv_rereg_mr_err_code} reports it. */
enum ReregResult {
    /**
     * The new registration is valid. This includes IBV_REREG_MR_ERR_DO_FORK_OLD: only making the old memory inheritable
     * by children of fork(2) failed, and a JVM has no such children.
     */
    CHANGED,

    /** The old registration is valid. */
    UNCHANGED,

    /** The region is unusable, and it is unknown which memory the device has mapped. */
    UNUSABLE;

    private static final int ERR_INPUT = -1;
    private static final int ERR_DONT_FORK_NEW = -2;
    private static final int ERR_DO_FORK_OLD = -3;

    static ReregResult of(int answer) {
        return switch (answer) {
            case 0, ERR_DO_FORK_OLD -> CHANGED;
            case ERR_INPUT, ERR_DONT_FORK_NEW -> UNCHANGED;
            default -> UNUSABLE;
        };
    }
}
