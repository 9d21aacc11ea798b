package org.verbena.cli.option;

import org.verbena.DeviceContext;
import org.verbena.Explanation;
import org.verbena.SrqInitAttr;
import org.verbena.attr.SrqAttr;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of a request for a shared receive queue: {@code struct ibv_srq_init_attr}. */
public final class SrqOptions {
    @Mixin
    private final QueueSizes sizes = new QueueSizes();

    @Option(
            names = "--srq-limit",
            paramLabel = "N",
            converter = Unsigned.Uint32.class,
            description = "srq_limit. The create call ignores it.")
    private long srqLimit;

    public Explainable question() {
        return new Question(new SrqAttr(sizes.maxWr(), sizes.maxSge(), srqLimit));
    }

    private record Question(SrqAttr requested) implements Explainable {
        @Override
        public String op() {
            return "create_srq";
        }

        @Override
        public Explanation<SrqAttr> explain(DeviceContext context) {
            return context.explain()
                    .createSrq(SrqInitAttr.builder().attr(requested).build());
        }
    }
}
