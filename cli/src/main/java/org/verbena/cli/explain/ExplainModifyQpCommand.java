// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.explain;

import java.util.LinkedHashMap;
import java.util.Map;
import org.verbena.DeviceContext;
import org.verbena.Explanation;
import org.verbena.ProviderLookup;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.cli.create.Explainable;
import org.verbena.cli.create.QpTrial;
import org.verbena.cli.option.ConstantNames;
import org.verbena.cli.option.FlagNames;
import org.verbena.cli.option.QpOptions;
import org.verbena.cli.text.CFields;
import org.verbena.cli.text.UsageException;
import org.verbena.fidelity.state.OwnAddress;
import org.verbena.fidelity.state.QpWalk;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code verbena explain modify-qp}. */
@Command(
        name = "modify-qp",
        description = {
            "Show the answer of the driver to ibv_modify_qp(3).",
            "The command creates a queue pair, moves it to the state of --from, and explains the change to the state "
                    + "of --to. The attributes of --mask get valid values."
        },
        footer = {
            "  verbena explain modify-qp --profile mlx5 --from INIT --to RTR --mask AV,PATH_MTU",
            "  verbena explain modify-qp --profile rxe --type UD --from RESET --to INIT \\",
            "      --mask PKEY_INDEX,PORT,ACCESS_FLAGS"
        })
final class ExplainModifyQpCommand extends ExplainSubcommand {
    @Option(
            names = "--from",
            paramLabel = "STATE",
            defaultValue = "RESET",
            converter = ConstantNames.OfQpState.class,
            completionCandidates = ConstantNames.OfQpState.class,
            description = "State before the change: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private QpState from = QpState.RESET;

    @Option(
            names = "--to",
            paramLabel = "STATE",
            required = true,
            converter = ConstantNames.OfQpState.class,
            description = "State after the change.")
    private QpState to = QpState.INIT;

    @Option(
            names = "--mask",
            paramLabel = "FLAGS",
            converter = FlagNames.QpAttributes.class,
            completionCandidates = FlagNames.QpAttributes.class,
            description = "attr_mask, to which the command adds STATE: ${COMPLETION-CANDIDATES}.")
    private Flags<QpAttr.Mask> mask = Flags.none(QpAttr.Mask.class);

    @Mixin
    private final QpOptions options = new QpOptions();

    ExplainModifyQpCommand(ProviderLookup lookup) {
        super(lookup);
    }

    @Override
    public Explainable question() {
        if (!QpWalk.leadsTo(from)) {
            throw new UsageException("--from = " + from
                    + ": a queue pair enters this state only after an error, not by ibv_modify_qp(3)");
        }
        QpInitAttr.Builder attr = QpInitAttr.builder();
        options.applyTo(attr);
        QpInitAttr asked = attr.build();
        if (asked.cap().equals(QpCap.ZERO)) {
            attr.cap(smallest(asked.qpType()));
        }
        QpTrial trial = new QpTrial(attr, options.needsEx(), options.srq(), null);
        Map<String, Object> requested = new LinkedHashMap<>();
        requested.put("from_state", from.cName());
        requested.put("qp_state", to.cName());
        requested.put("attr_mask", CFields.names(attrMask()));
        return new Question("modify_qp", requested, context -> change(context, trial));
    }

    private Flags<QpAttr.Mask> attrMask() {
        return mask.with(QpAttr.Mask.STATE);
    }

    /** Returns the smallest capabilities for a type. Several drivers reject a queue pair without queues. */
    private static QpCap smallest(QpType type) {
        return switch (type) {
            case XRC_SEND -> new QpCap(1, 0, 1, 0, 0);
            case XRC_RECV -> QpCap.ZERO;
            default -> new QpCap(1, 1, 1, 1, 0);
        };
    }

    private Explanation<Map<String, Object>> change(DeviceContext context, QpTrial trial) {
        QueuePair qp = trial.on(context).create();
        QpWalk walk = new QpWalk(qp, OwnAddress.of(context));
        walk.to(from);
        return context.explain()
                .modifyQp(qp, walk.change(to, attrMask()))
                .map(attr -> Map.of("qp_state", attr.qpState().cName()));
    }

    @Override
    public String granted(Explainable question, Map<String, Object> grant) {
        return "granted: the queue pair changes to " + to.cName();
    }
}
