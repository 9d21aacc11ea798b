// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.option;

import org.jspecify.annotations.Nullable;
import org.verbena.QpInitAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.RxHashConf;
import org.verbena.attr.RxHashField;
import org.verbena.attr.RxHashFunction;
import picocli.CommandLine.Option;

/** The options for a queue pair with receive-side scaling. */
public final class RssOptions {
    // The Toeplitz key length that mlx5 and mlx4 require (kernel: MLX5_RX_HASH_KEY_LEN, MLX4_EN_RSS_KEY_SIZE).
    private static final int USUAL_KEY_LENGTH = 40;

    @Option(
            names = "--rss-wqs",
            paramLabel = "N",
            converter = Unsigned.Uint16.class,
            description = "rwq_ind_tbl: an indirection table over N new work queues. N is a power of two.")
    private @Nullable Long workQueues;

    @Option(
            names = "--rx-hash-function",
            paramLabel = "FLAGS",
            converter = FlagNames.RxHashFunctions.class,
            completionCandidates = FlagNames.RxHashFunctions.class,
            description = "rx_hash_function: ${COMPLETION-CANDIDATES}. Default: TOEPLITZ.")
    private @Nullable Flags<RxHashFunction> function;

    @Option(
            names = "--rx-hash-fields",
            paramLabel = "FLAGS",
            converter = FlagNames.RxHashFields.class,
            completionCandidates = FlagNames.RxHashFields.class,
            description = "rx_hash_fields_mask: ${COMPLETION-CANDIDATES}.")
    private @Nullable Flags<RxHashField> fields;

    @Option(
            names = "--rx-hash-key-length",
            paramLabel = "N",
            converter = Unsigned.Uint8.class,
            description = "rx_hash_key_len: length of the key. The contents of the key have no effect here. Default: "
                    + USUAL_KEY_LENGTH + ".")
    private @Nullable Long keyLength;

    public boolean isChosen() {
        return workQueues != null || function != null || fields != null || keyLength != null;
    }

    /** Returns the number of work queues in the indirection table, null without a table. */
    @Nullable
    public Integer workQueues() {
        return workQueues == null ? null : workQueues.intValue();
    }

    public void applyTo(QpInitAttr.Builder attr) {
        if (isChosen()) {
            attr.rxHashConf(RxHashConf.of(
                    function == null ? Flags.of(RxHashFunction.TOEPLITZ) : function,
                    new byte[keyLength == null ? USUAL_KEY_LENGTH : keyLength.intValue()],
                    fields == null ? Flags.none(RxHashField.class) : fields));
        }
    }
}
