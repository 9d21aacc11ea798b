// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi.model;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.verbena.attr.WcStatus;

/**
 * The behaviour of a driver and its device with posted work requests, errors and events.
 *
 * @param traits the behaviours in which drivers differ
 * @param postErrors the return values of the posting functions
 * @param tooLong the status of a receive that is too small for a message on a reliable connection
 * @param badReceive the status of a receive whose memory is not accessible
 * @param badSend the status of a send whose key does not permit the access
 * @param sendBeyond the status of a send that exceeds the region of its key
 */
public record DataPath(
        Set<DataPathTrait> traits,
        PostErrors postErrors,
        WcStatus tooLong,
        WcStatus badReceive,
        WcStatus badSend,
        WcStatus sendBeyond) {
    /** The traits of adapters, as the InfiniBand architecture requires them. */
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
            DataPathTrait.REJECTS_LONG_REQUESTS,
            DataPathTrait.EMPTY_WRITE_IGNORES_KEY);

    /** Copies the set of traits. */
    public DataPath {
        traits = Set.copyOf(traits);
    }

    /**
     * Creates the data path of an adapter with a dedicated library.
     *
     * @param postErrors the return values of the posting functions
     * @return the data path, with the traits that the InfiniBand architecture requires
     */
    public static DataPath adapter(PostErrors postErrors) {
        return new DataPath(
                ADAPTER,
                postErrors,
                WcStatus.LOC_LEN_ERR,
                WcStatus.LOC_PROT_ERR,
                WcStatus.LOC_PROT_ERR,
                WcStatus.LOC_PROT_ERR);
    }

    /**
     * Returns a copy with additional traits.
     *
     * @param more the traits to add
     * @return the changed copy
     */
    public DataPath with(DataPathTrait... more) {
        EnumSet<DataPathTrait> all = EnumSet.copyOf(traits);
        all.addAll(Arrays.asList(more));
        return withTraits(all);
    }

    /**
     * Returns a copy without some traits.
     *
     * @param fewer the traits to remove
     * @return the changed copy
     */
    public DataPath without(DataPathTrait... fewer) {
        EnumSet<DataPathTrait> all = EnumSet.copyOf(traits);
        Arrays.asList(fewer).forEach(all::remove);
        return withTraits(all);
    }

    private DataPath withTraits(Set<DataPathTrait> all) {
        return new DataPath(all, postErrors, tooLong, badReceive, badSend, sendBeyond);
    }

    /**
     * Returns whether the driver has a trait.
     *
     * @param trait the trait
     * @return whether the driver has the trait
     */
    public boolean has(DataPathTrait trait) {
        return traits.contains(trait);
    }
}
