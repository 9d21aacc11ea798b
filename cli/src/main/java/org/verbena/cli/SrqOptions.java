package org.verbena.cli;

import org.verbena.DeviceContext;
import org.verbena.Explanation;
import org.verbena.SrqAttr;
import org.verbena.SrqInitAttr;
import picocli.CommandLine.Option;

/** A request for a shared receive queue: {@code struct ibv_srq_init_attr}. */
final class SrqOptions {
    @Option(
            names = "--max-wr",
            paramLabel = "N",
            converter = Unsigned.Uint32.class,
            description = "Outstanding work requests.")
    private long maxWr;

    @Option(
            names = "--max-sge",
            paramLabel = "N",
            converter = Unsigned.Uint32.class,
            description = "Scatter/gather elements of a work request.")
    private long maxSge;

    @Option(
            names = "--srq-limit",
            paramLabel = "N",
            converter = Unsigned.Uint32.class,
            description = "srq_limit, which creating a queue does not look at.")
    private long srqLimit;

    Explainable question() {
        return new Question(new SrqAttr(maxWr, maxSge, srqLimit));
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
