package org.verbena.spi.model;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.verbena.WcStatus;

/**
 * What a driver and its device do once there is something to do: with posts, errors and events.
 *
 * @param traits what they do that others do not
 * @param postErrors what posting functions return
 * @param tooLong how a receive completes that a reliable message does not fit into
 * @param badReceive how a receive completes whose memory is not accessible
 * @param badSend how a send completes whose key is not good for it
 * @param sendBeyond how a send completes that reaches beyond the region of its key
 */
public record DataPath(
        Set<DataPathTrait> traits,
        PostErrors postErrors,
        WcStatus tooLong,
        WcStatus badReceive,
        WcStatus badSend,
        WcStatus sendBeyond) {
    /** What InfiniBand's architecture asks for and adapters do. */
    private static final Set<DataPathTrait> ADAPTER = EnumSet.of(
            DataPathTrait.POLL_FREES_SLOTS,
            DataPathTrait.PURGES_COMPLETIONS,
            DataPathTrait.SEND_QUEUE_ERROR,
            DataPathTrait.LAST_WQE_REACHED,
            DataPathTrait.ACCESS_EVENTS,
            DataPathTrait.COMM_EST,
            DataPathTrait.OVERRUN_IS_FATAL,
            DataPathTrait.ERRORS_ARE_SOLICITED,
            DataPathTrait.LIMITS_MESSAGES,
            DataPathTrait.REFUSES_LONG_REQUESTS,
            DataPathTrait.EMPTY_WRITE_IGNORES_KEY);

    /** A copy of the set. */
    public DataPath {
        traits = Set.copyOf(traits);
    }

    /** An adapter with a library of its own. */
    static DataPath adapter(PostErrors postErrors) {
        return new DataPath(
                ADAPTER,
                postErrors,
                WcStatus.LOC_LEN_ERR,
                WcStatus.LOC_PROT_ERR,
                WcStatus.LOC_PROT_ERR,
                WcStatus.LOC_PROT_ERR);
    }

    /** The same with more traits. */
    DataPath with(DataPathTrait... more) {
        EnumSet<DataPathTrait> all = EnumSet.copyOf(traits);
        all.addAll(Arrays.asList(more));
        return withTraits(all);
    }

    /** The same without some traits. */
    DataPath without(DataPathTrait... fewer) {
        EnumSet<DataPathTrait> all = EnumSet.copyOf(traits);
        Arrays.asList(fewer).forEach(all::remove);
        return withTraits(all);
    }

    private DataPath withTraits(Set<DataPathTrait> all) {
        return new DataPath(all, postErrors, tooLong, badReceive, badSend, sendBeyond);
    }

    /**
     * Whether the driver is one of those.
     *
     * @param trait the trait
     * @return whether it has it
     */
    public boolean has(DataPathTrait trait) {
        return traits.contains(trait);
    }
}
