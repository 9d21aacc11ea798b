// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.option;

import org.verbena.QpInitAttr;
import org.verbena.attr.QpType;
import picocli.CommandLine.Option;

/** The options for the attributes of {@code struct ibv_qp_init_attr}. */
public final class QpOptions {
    @Option(
            names = "--type",
            paramLabel = "TYPE",
            defaultValue = "RC",
            converter = ConstantNames.OfQpType.class,
            completionCandidates = ConstantNames.OfQpType.class,
            description = "qp_type: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private QpType type = QpType.RC;

    @Option(
            names = "--max-send-wr",
            paramLabel = "N",
            converter = Unsigned.Uint32.class,
            description = "Maximum number of outstanding work requests in the send queue.")
    private long maxSendWr;

    @Option(
            names = "--max-recv-wr",
            paramLabel = "N",
            converter = Unsigned.Uint32.class,
            description = "Maximum number of outstanding work requests in the receive queue.")
    private long maxRecvWr;

    @Option(
            names = "--max-send-sge",
            paramLabel = "N",
            converter = Unsigned.Uint32.class,
            description = "Maximum number of scatter/gather elements of a send work request.")
    private long maxSendSge;

    @Option(
            names = "--max-recv-sge",
            paramLabel = "N",
            converter = Unsigned.Uint32.class,
            description = "Maximum number of scatter/gather elements of a receive work request.")
    private long maxRecvSge;

    @Option(
            names = "--max-inline-data",
            paramLabel = "N",
            converter = Unsigned.Uint32.class,
            description = "Maximum number of bytes that can be posted inline.")
    private long maxInlineData;

    @Option(names = "--srq", description = "Create a shared receive queue, and take receives from it.")
    private boolean srq;

    @Option(names = "--sig-all", description = "sq_sig_all: every send work request generates a completion.")
    private boolean sqSigAll;

    /** Creates options with the default 0 for each size. */
    public QpOptions() {}

    private QpOptions(long otherwise) {
        maxSendWr = otherwise;
        maxRecvWr = otherwise;
        maxSendSge = otherwise;
        maxRecvSge = otherwise;
    }

    /**
     * Creates options with the default 1 for each size, so that both queues exist. The default of
     * {@code max_inline_data} is 0.
     */
    public static QpOptions smallest() {
        return new QpOptions(1);
    }

    public QpType type() {
        return type;
    }

    /**
     * Returns whether the type requires the extended call: the plain call cannot pass the XRC domain of an XRC target.
     */
    public boolean needsEx() {
        return type == QpType.XRC_RECV;
    }

    public boolean srq() {
        return srq;
    }

    public void applyTo(QpInitAttr.Builder attr) {
        attr.qpType(type)
                .maxSendWr(maxSendWr)
                .maxRecvWr(maxRecvWr)
                .maxSendSge(maxSendSge)
                .maxRecvSge(maxRecvSge)
                .maxInlineData(maxInlineData)
                .sqSigAll(sqSigAll);
    }
}
