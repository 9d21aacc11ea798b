package org.verbena.cli.option;

import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.Explanation;
import picocli.CommandLine.Option;

/** The options of a request for a completion queue: the arguments of {@code ibv_create_cq}. */
public final class CqOptions {
    @Option(
            names = "--cqe",
            paramLabel = "N",
            required = true,
            converter = Unsigned.Uint32.class,
            description = "Capacity of the queue in completions.")
    private long cqe;

    @Option(
            names = "--comp-vector",
            paramLabel = "N",
            converter = Unsigned.Uint32.class,
            description = "Completion vector. Default: 0.")
    private long compVector;

    public Explainable question() {
        return new Question(new Size(cqe), compVector);
    }

    private record Size(long cqe) {}

    private record Question(Size requested, long compVector) implements Explainable {
        @Override
        public String op() {
            return "create_cq";
        }

        @Override
        public Explanation<Size> explain(DeviceContext context) {
            CqInitAttr attr = CqInitAttr.builder()
                    .cqe(requested.cqe())
                    .compVector(compVector)
                    .build();
            return context.explain().createCq(attr).map(Size::new);
        }
    }
}
