// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.create;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.Explanation;
import org.verbena.WorkQueue;
import org.verbena.WqInitAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.WqCap;
import org.verbena.attr.WqFlag;
import org.verbena.cli.option.FlagNames;
import org.verbena.cli.option.QueueSizes;
import org.verbena.cli.text.CFields;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * A trial that creates a work queue. C has no call to query a work queue.
 *
 * @param attr the request without the objects that it needs
 */
public record WqTrial(WqInitAttr.Builder attr) implements Trial {
    @Override
    public String op() {
        return "create_wq";
    }

    @Override
    public Map<String, Object> requested() {
        WqInitAttr request = attr.build();
        return CFields.of(new WqCap(request.maxWr(), request.maxSge()));
    }

    @Override
    public Outcome run(DeviceContext context) {
        try (WorkQueue wq = context.createWq(on(context))) {
            return new Outcome("wq_num", wq.wqNum(), CFields.of(wq.grantedCap()), null, null);
        }
    }

    @Override
    public Explanation<Map<String, Object>> explain(DeviceContext context) {
        return context.explain().createWq(on(context)).map(CFields::of);
    }

    private WqInitAttr on(DeviceContext context) {
        attr.pd(context.allocPd());
        attr.cq(context.createCq(CqInitAttr.builder().cqe(1).build()));
        return attr.build();
    }

    /** The options of a request for a work queue: {@code struct ibv_wq_init_attr}. */
    public static final class Options {
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
}
