// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.explain;

import java.util.Map;
import org.verbena.CqInitAttr;
import org.verbena.ProviderLookup;
import org.verbena.SrqInitAttr;
import org.verbena.attr.SrqAttr;
import org.verbena.cli.command.Subcommand;
import org.verbena.cli.create.Explainable;
import org.verbena.cli.create.QpTrial;
import org.verbena.cli.create.WqTrial;
import org.verbena.cli.option.QueueSizes;
import org.verbena.cli.option.Unsigned;
import org.verbena.cli.text.CFields;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code verbena explain}, which shows what a driver would answer, and why. Each call is a subcommand. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        versionProvider = Subcommand.Version.class,
        description = {
            "Show how the driver of a device would answer a call, and why, without making the call.",
            "The answer comes from a model of the driver. The model applies the rules of the driver's sources with "
                    + "the limits that the device reports. It assumes success for conditions that no rule can predict, "
                    + "such as lack of memory."
        },
        synopsisSubcommandLabel = "CALL",
        commandListHeading = "%nCalls:%n",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  verbena explain create-qp --profile mlx5 --type RC --max-send-wr 16384 \\",
            "      --max-send-sge 1",
            "  verbena explain modify-qp --profile mlx5 --from INIT --to RTR --mask AV,PATH_MTU",
            "  verbena explain max --profile mlx5 --attr max_inline_data"
        })
public final class ExplainCommand {
    private ExplainCommand() {}

    public static CommandLine commandLine(ProviderLookup lookup) {
        return new CommandLine(new ExplainCommand())
                .addSubcommand(new CreateQp(lookup))
                .addSubcommand(new CreateWq(lookup))
                .addSubcommand(new CreateSrq(lookup))
                .addSubcommand(new CreateCq(lookup))
                .addSubcommand(new ExplainModifyQpCommand(lookup))
                .addSubcommand(new ExplainMaxCommand(lookup));
    }

    /** The command {@code verbena explain create-qp}. */
    @Command(
            name = "create-qp",
            description = {
                "Show the answer of the driver to ibv_create_qp(3) or ibv_create_qp_ex(3).",
                "The call is ibv_create_qp(3), or ibv_create_qp_ex(3) with --ex or any option of its sections."
            },
            footer = {
                "  verbena explain create-qp --profile mlx5 --type RC --max-send-wr 16384 \\",
                "      --max-send-sge 1"
            })
    static final class CreateQp extends ExplainSubcommand {
        @Mixin
        private final QpTrial.Options options = new QpTrial.Options();

        CreateQp(ProviderLookup lookup) {
            super(lookup);
        }

        @Override
        public Explainable question() {
            return options.trial();
        }
    }

    /** The command {@code verbena explain create-wq}. */
    @Command(
            name = "create-wq",
            description = "Show the answer of the driver to ibv_create_wq(3).",
            footer = {"  verbena explain create-wq --profile mlx5 --max-wr 40000 --max-sge 1"})
    static final class CreateWq extends ExplainSubcommand {
        @Mixin
        private final WqTrial.Options options = new WqTrial.Options();

        CreateWq(ProviderLookup lookup) {
            super(lookup);
        }

        @Override
        public Explainable question() {
            return options.trial();
        }
    }

    /** The command {@code verbena explain create-srq}. */
    @Command(
            name = "create-srq",
            description = "Show the answer of the driver to ibv_create_srq(3).",
            footer = {"  verbena explain create-srq --profile rxe --max-wr 100 --max-sge 64"})
    static final class CreateSrq extends ExplainSubcommand {
        @Mixin
        private final QueueSizes sizes = new QueueSizes();

        @Option(
                names = "--srq-limit",
                paramLabel = "N",
                converter = Unsigned.Uint32.class,
                description = "srq_limit. The create call ignores it.")
        private long srqLimit;

        CreateSrq(ProviderLookup lookup) {
            super(lookup);
        }

        @Override
        public Explainable question() {
            SrqAttr requested = new SrqAttr(sizes.maxWr(), sizes.maxSge(), srqLimit);
            SrqInitAttr attr = SrqInitAttr.builder().attr(requested).build();
            return new Question(
                    "create_srq",
                    CFields.of(requested),
                    context -> context.explain().createSrq(attr).map(CFields::of));
        }
    }

    /** The command {@code verbena explain create-cq}. */
    @Command(
            name = "create-cq",
            description = "Show the answer of the driver to ibv_create_cq(3).",
            footer = {"  verbena explain create-cq --profile mlx5 --cqe 100"})
    static final class CreateCq extends ExplainSubcommand {
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

        CreateCq(ProviderLookup lookup) {
            super(lookup);
        }

        @Override
        public Explainable question() {
            CqInitAttr attr =
                    CqInitAttr.builder().cqe(cqe).compVector(compVector).build();
            return new Question(
                    "create_cq",
                    size(cqe),
                    context -> context.explain().createCq(attr).map(CreateCq::size));
        }

        private static Map<String, Object> size(long cqe) {
            return Map.of("cqe", cqe);
        }
    }
}
