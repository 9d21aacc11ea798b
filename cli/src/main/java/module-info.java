/** The {@code verbena} command. */
@SuppressWarnings("requires-automatic") // HdrHistogram names its module by its jar only; the command is no library
module org.verbena.cli {
    requires static org.jspecify;
    requires HdrHistogram;
    requires com.grack.nanojson;
    requires info.picocli;
    requires me.tongfei.progressbar;
    requires org.verbena.api;
    requires org.verbena.fidelity;

    // picocli sets the annotated fields of the commands.
    opens org.verbena.cli to
            info.picocli;
}
