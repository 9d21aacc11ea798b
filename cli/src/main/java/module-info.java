/** The {@code verbena} command. */
module org.verbena.cli {
    requires static org.jspecify;
    requires info.picocli;
    requires org.verbena.api;
}
