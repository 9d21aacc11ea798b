package org.verbena.cli;

import java.util.function.LongConsumer;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help.Ansi;

/** A progress bar of round trips. It is shown only in a terminal. */
final class PingProgress implements LongConsumer, AutoCloseable {
    private static final int WIDTH = 100;
    private static final int MILLIS = 200;

    private final @Nullable ProgressBar bar;

    PingProgress(long all) {
        bar = Ansi.AUTO.enabled() ? bar(all) : null;
    }

    private static ProgressBar bar(long all) {
        return new ProgressBarBuilder()
                .setTaskName("ping")
                .setInitialMax(all)
                .setUpdateIntervalMillis(MILLIS)
                .setConsumer(new ConsoleProgressBarConsumer(System.err, WIDTH))
                .build();
    }

    @Override
    public void accept(long roundTrips) {
        if (bar != null) {
            bar.stepTo(roundTrips);
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
