module example {
    requires org.verbena.api;
}
