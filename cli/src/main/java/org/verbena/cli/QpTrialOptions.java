package org.verbena.cli;

import org.verbena.QpInitAttr;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;

/** The options of a request for a queue pair of any type. */
final class QpTrialOptions {
    @Mixin
    private final QpOptions options = new QpOptions();

    @ArgGroup(validate = false, heading = "%nOptions of ibv_create_qp_ex(3):%n")
    private final QpExOptions extended = new QpExOptions();

    @ArgGroup(validate = false, heading = "%nReceive-side scaling, also of ibv_create_qp_ex(3):%n")
    private final RssOptions rss = new RssOptions();

    QpTrial trial() {
        QpInitAttr.Builder attr = QpInitAttr.builder();
        options.applyTo(attr);
        extended.applyTo(attr);
        rss.applyTo(attr);
        boolean ex = extended.isChosen() || rss.isChosen() || options.needsEx();
        return new QpTrial(attr, ex, options.srq(), rss.workQueues());
    }
}
