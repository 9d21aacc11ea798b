// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.command;

import java.util.function.LongConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarConsumer;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;
import org.verbena.cli.text.TerminalWriter;
import picocli.CommandLine.Model.CommandSpec;

/**
 * A progress bar of long work. It is shown on standard error if that is a terminal, and disappears at the end of the
 * work. The consumer takes the number of finished units.
 */
public final class Progress implements LongConsumer, AutoCloseable {
    private static final int MAX_WIDTH = 100;
    private static final int MILLIS = 200;

    private final @Nullable TerminalWriter terminal;
    private final @Nullable ProgressBar bar;
    private long done;

    /**
     * Creates a progress bar.
     *
     * @param spec the command that does the work; its name precedes the bar
     * @param all the number of units
     */
    public Progress(CommandSpec spec, long all) {
        terminal = spec.commandLine().getErr() instanceof TerminalWriter err ? err : null;
        bar = terminal == null
                ? null
                : bar(
                        spec.name(),
                        all,
                        new StatusLine(terminal, spec.usageMessage().width()));
    }

    private static ProgressBar bar(String name, long all, StatusLine line) {
        return new ProgressBarBuilder()
                .setTaskName(name)
                .setInitialMax(all)
                .setUpdateIntervalMillis(MILLIS)
                .setStyle(ProgressBarStyle.ASCII)
                .setConsumer(line)
                .build();
    }

    /** Returns whether the bar is shown. */
    public boolean isShown() {
        return bar != null;
    }

    @Override
    public void accept(long finished) {
        if (bar != null) {
            bar.stepTo(finished);
        }
    }

    /** Counts one more finished unit. */
    public void step() {
        done++;
        accept(done);
    }

    @Override
    public void close() {
        if (bar != null && terminal != null) {
            bar.close();
            // The bar does not close its consumer if the work ends before the bar is drawn for the first time.
            terminal.eraseStatus();
        }
    }

    /** Writes the bar as the status line of the terminal. */
    private record StatusLine(TerminalWriter terminal, int width) implements ProgressBarConsumer {
        @Override
        public int getMaxRenderedLength() {
            // A full line would wrap.
            return Math.min(MAX_WIDTH, width - 1);
        }

        @Override
        public void accept(String rendered) {
            terminal.showStatus(rendered);
        }

        @Override
        public void close() {
            terminal.eraseStatus();
        }
    }
}
