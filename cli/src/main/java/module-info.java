// SPDX-License-Identifier: Apache-2.0
/** The {@code verbena} command. */
@SuppressWarnings("requires-automatic") // HdrHistogram is an automatic module; shells do not need it
module org.verbena.cli {
    requires static org.jspecify;
    requires static org.osgi.annotation.bundle;
    requires static org.osgi.annotation.versioning;
    requires HdrHistogram;
    requires com.grack.nanojson;
    requires me.tongfei.progressbar;
    requires jdk.net;
    requires org.verbena.channels;
    requires org.verbena.fidelity;
    requires org.verbena.core;
    requires org.verbena.rocev2;
    requires transitive info.picocli;
    requires transitive org.verbena.api;

    exports org.verbena.cli;

    // picocli sets the annotated fields of commands and options, and creates converters and the version provider.
    opens org.verbena.cli to
            info.picocli;
    opens org.verbena.cli.caps to
            info.picocli;
    opens org.verbena.cli.cm to
            info.picocli;
    opens org.verbena.cli.command to
            info.picocli;
    opens org.verbena.cli.create to
            info.picocli;
    opens org.verbena.cli.doctor to
            info.picocli;
    opens org.verbena.cli.explain to
            info.picocli;
    opens org.verbena.cli.fidelity to
            info.picocli;
    opens org.verbena.cli.option to
            info.picocli;
    opens org.verbena.cli.packets to
            info.picocli;
    opens org.verbena.cli.pingpong to
            info.picocli;
}
