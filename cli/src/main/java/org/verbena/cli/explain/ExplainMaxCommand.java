package org.verbena.cli.explain;

import org.verbena.DeviceContext;
import org.verbena.Explainer;
import org.verbena.Explanation;
import org.verbena.ProviderLookup;
import org.verbena.QpInitAttr;
import org.verbena.attr.CapMax;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpCapField;
import org.verbena.cli.create.QpTrial;
import org.verbena.cli.option.ConstantName;
import org.verbena.cli.option.Explainable;
import org.verbena.cli.option.QpOptions;
import org.verbena.cli.text.StructTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code verbena explain max}, which finds the largest granted value of an attribute. */
@Command(
        name = "max",
        description = {
            "Find the largest value of an attribute that is granted for a queue pair, all else being equal.",
            "C has no call for this. ibv_query_device(3) reports limits that hold for some queue pair, not for this "
                    + "one.",
            "Attributes that are not given are 1, and max_inline_data is 0. Types without a receive queue (the XRC "
                    + "types) require --max-recv-wr 0."
        },
        footer = {
            "  verbena explain max --profile mlx5 --type RC --attr max_inline_data",
            "  verbena explain max --device mlx5_0 --attr max_send_wr --max-send-sge 4 --on-device"
        })
final class ExplainMaxCommand extends ExplainSubcommand {
    @Option(
            names = "--attr",
            paramLabel = "NAME",
            required = true,
            converter = ConstantName.OfQpCap.class,
            completionCandidates = ConstantName.OfQpCap.class,
            description = "Attribute to maximize: ${COMPLETION-CANDIDATES}.")
    private QpCapField field = QpCapField.MAX_SEND_WR;

    @Option(
            names = "--on-device",
            description = "Try values on the device instead of evaluating the model of the driver. This creates "
                    + "about 35 queue pairs, one after the other.")
    private boolean onDevice;

    @Mixin
    private final QpOptions options = QpOptions.smallest();

    ExplainMaxCommand(ProviderLookup lookup) {
        super(lookup);
    }

    @Override
    public Explainable question() {
        QpInitAttr.Builder attr = QpInitAttr.builder();
        options.applyTo(attr);
        return new Question(field, onDevice, new QpTrial(attr, options.needsEx(), options.srq(), null));
    }

    @Override
    public String granted(Explainable question, Record grant) {
        Largest found = (Largest) grant;
        return "at most " + field.cName() + " " + found.largest() + "\n\n"
                + new StructTable().column("requested", found.requestedCap()).column("granted", found.grantedCap());
    }

    private record Largest(String attribute, long largest, QpCap requestedCap, QpCap grantedCap, boolean onDevice) {}

    private record Question(QpCapField field, boolean onDevice, QpTrial trial) implements Explainable {
        @Override
        public String op() {
            return trial.op();
        }

        @Override
        public Record requested() {
            return trial.requested();
        }

        @Override
        public Explanation<Largest> explain(DeviceContext context) {
            Explainer explainer = context.explain();
            QpInitAttr base = trial.on(context).attr();
            Explanation<CapMax> max = onDevice ? explainer.maxOnDevice(field, base) : explainer.max(field, base);
            return max.map(found -> new Largest(
                    field.cName(),
                    found.requested(),
                    field.set(base.cap(), found.requested()),
                    found.granted(),
                    found.onDevice()));
        }
    }
}
