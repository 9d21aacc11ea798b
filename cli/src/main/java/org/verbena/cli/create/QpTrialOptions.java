package org.verbena.cli.create;

import org.verbena.QpInitAttr;
import org.verbena.cli.option.QpExOptions;
import org.verbena.cli.option.QpOptions;
import org.verbena.cli.option.RssOptions;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;

/** The options of a request for a queue pair of any type. */
public final class QpTrialOptions {
    @Mixin
    private final QpOptions options = new QpOptions();

    @ArgGroup(validate = false, heading = "%nOptions of ibv_create_qp_ex(3):%n")
    private final QpExOptions extended = new QpExOptions();

    @ArgGroup(validate = false, heading = "%nReceive-side scaling options of ibv_create_qp_ex(3):%n")
    private final RssOptions rss = new RssOptions();

    public QpTrial trial() {
        QpInitAttr.Builder attr = QpInitAttr.builder();
        options.applyTo(attr);
        extended.applyTo(attr);
        rss.applyTo(attr);
        boolean ex = extended.isChosen() || rss.isChosen() || options.needsEx();
        return new QpTrial(attr, ex, options.srq(), rss.workQueues());
    }
}
