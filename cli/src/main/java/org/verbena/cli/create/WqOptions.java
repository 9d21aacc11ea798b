package org.verbena.cli.create;

import org.jspecify.annotations.Nullable;
import org.verbena.WqInitAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.WqFlag;
import org.verbena.cli.option.FlagNames;
import org.verbena.cli.option.QueueSizes;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of a request for a work queue: {@code struct ibv_wq_init_attr}. */
public final class WqOptions {
    @Mixin
    private final QueueSizes sizes = new QueueSizes();

    @Option(
            names = "--create-flags",
            paramLabel = "FLAGS",
            converter = FlagNames.WqFlags.class,
            completionCandidates = FlagNames.WqFlags.class,
            description = "create_flags: ${COMPLETION-CANDIDATES}.")
    private @Nullable Flags<WqFlag> createFlags;

    public WqTrial trial() {
        WqInitAttr.Builder attr = WqInitAttr.builder().maxWr(sizes.maxWr()).maxSge(sizes.maxSge());
        if (createFlags != null) {
            attr.createFlags(createFlags);
        }
        return new WqTrial(attr);
    }
}
