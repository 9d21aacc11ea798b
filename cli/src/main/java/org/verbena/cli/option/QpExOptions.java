// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.option;

import org.jspecify.annotations.Nullable;
import org.verbena.QpInitAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.SendOp;
import picocli.CommandLine.Option;

/**
 * The options for the attributes of {@code struct ibv_qp_init_attr_ex} that the plain struct lacks, except receive-side
 * scaling.
 */
public final class QpExOptions {
    @Option(names = "--ex", description = "Use the extended call even if no attribute needs it.")
    private boolean ex;

    @Option(
            names = "--create-flags",
            paramLabel = "FLAGS",
            converter = FlagNames.QpCreateFlags.class,
            completionCandidates = FlagNames.QpCreateFlags.class,
            description = "create_flags: ${COMPLETION-CANDIDATES}.")
    private @Nullable Flags<QpCreateFlag> createFlags;

    @Option(
            names = "--send-ops",
            paramLabel = "FLAGS",
            converter = FlagNames.SendOps.class,
            completionCandidates = FlagNames.SendOps.class,
            description = "send_ops_flags: ${COMPLETION-CANDIDATES}.")
    private @Nullable Flags<SendOp> sendOps;

    @Option(
            names = "--max-tso-header",
            paramLabel = "N",
            converter = Unsigned.Uint16.class,
            description = "Maximum size of a TSO header in bytes.")
    private @Nullable Long maxTsoHeader;

    @Option(
            names = "--source-qpn",
            paramLabel = "N",
            converter = Unsigned.Uint32.class,
            description = "Queue pair number on the wire. Use it with --create-flags SOURCE_QPN.")
    private @Nullable Long sourceQpn;

    @Option(
            names = "--comp-mask",
            paramLabel = "FLAGS",
            converter = FlagNames.QpCompMask.class,
            completionCandidates = FlagNames.QpCompMask.class,
            description = "comp_mask, instead of the mask of the given attributes: ${COMPLETION-CANDIDATES}.")
    private @Nullable Flags<QpInitAttr.Mask> compMask;

    public boolean isChosen() {
        return ex
                || createFlags != null
                || sendOps != null
                || maxTsoHeader != null
                || sourceQpn != null
                || compMask != null;
    }

    public void applyTo(QpInitAttr.Builder attr) {
        if (createFlags != null) {
            attr.createFlags(createFlags);
        }
        if (sendOps != null) {
            attr.sendOpsFlags(sendOps);
        }
        if (maxTsoHeader != null) {
            attr.maxTsoHeader(maxTsoHeader.intValue());
        }
        if (sourceQpn != null) {
            attr.sourceQpn(sourceQpn);
        }
        if (compMask != null) {
            attr.compMask(compMask);
        }
    }
}
