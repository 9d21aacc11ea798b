package org.verbena.libibverbs.driver;

/** What {@code enum ibv_rereg_mr_err_code} says of the region after {@code ibv_rereg_mr(3)}. */
enum ReregResult {
    /**
     * The new registration is in force. Also IBV_REREG_MR_ERR_DO_FORK_OLD: all that failed is to let children of
     * fork(2) inherit the old memory again, and a JVM has none.
     */
    CHANGED,

    /** The old registration is in force. */
    UNCHANGED,

    /** The region is of no use any more, and nobody knows which memory the device has mapped. */
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
