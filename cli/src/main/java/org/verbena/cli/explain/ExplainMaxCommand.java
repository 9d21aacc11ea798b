// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.explain;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.verbena.DeviceContext;
import org.verbena.Explainer;
import org.verbena.Explanation;
import org.verbena.ProviderLookup;
import org.verbena.QpInitAttr;
import org.verbena.attr.CapMax;
import org.verbena.attr.QpCapField;
import org.verbena.cli.create.Explainable;
import org.verbena.cli.create.QpTrial;
import org.verbena.cli.option.ConstantNames;
import org.verbena.cli.option.QpOptions;
import org.verbena.cli.text.CFields;
import org.verbena.cli.text.Table;
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
    private static final String REQUESTED = "requested_cap";
    private static final String GRANTED = "granted_cap";

    @Option(
            names = "--attr",
            paramLabel = "NAME",
            required = true,
            converter = ConstantNames.OfQpCap.class,
            completionCandidates = ConstantNames.OfQpCap.class,
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
        QpTrial trial = new QpTrial(attr, options.needsEx(), options.srq(), null);
        return new Question(trial.op(), trial.requested(), context -> largest(context, trial));
    }

    private Explanation<Map<String, Object>> largest(DeviceContext context, QpTrial trial) {
        Explainer explainer = context.explain();
        QpInitAttr base = trial.on(context).attr();
        Explanation<CapMax> max = onDevice ? explainer.maxOnDevice(field, base) : explainer.max(field, base);
        return max.map(found -> {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("attribute", field.cName());
            members.put("largest", found.requested());
            members.put(REQUESTED, CFields.of(field.set(base.cap(), found.requested())));
            members.put(GRANTED, CFields.of(found.granted()));
            members.put("on_device", found.onDevice());
            return members;
        });
    }

    @Override
    public String granted(Explainable question, Map<String, Object> grant) {
        List<Map<?, ?>> caps = List.of((Map<?, ?>) grant.get(REQUESTED), (Map<?, ?>) grant.get(GRANTED));
        return "at most " + field.cName() + " " + grant.get("largest") + "\n\n"
                + Table.ofStructs(List.of("requested", "granted"), caps);
    }
}
