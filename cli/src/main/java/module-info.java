/** The {@code verbena} command. */
@SuppressWarnings("requires-automatic") // HdrHistogram is an automatic module; shells do not need it
module org.verbena.cli {
    requires static org.jspecify;
    requires static org.osgi.annotation.bundle;
    requires static org.osgi.annotation.versioning;
    requires HdrHistogram;
    requires com.grack.nanojson;
    requires me.tongfei.progressbar;
    requires org.verbena.fidelity;
    requires org.verbena.core;
    requires transitive info.picocli;
    requires transitive org.verbena.api;

    exports org.verbena.cli;

    // picocli sets the annotated fields of the commands.
    opens org.verbena.cli to
            info.picocli;
}
