/** The {@code verbena} command. */
module org.verbena.cli {
    requires static org.jspecify;
    requires com.grack.nanojson;
    requires info.picocli;
    requires org.verbena.api;
    requires org.verbena.fidelity;

    // picocli sets the annotated fields of the commands.
    opens org.verbena.cli to
            info.picocli;
}
