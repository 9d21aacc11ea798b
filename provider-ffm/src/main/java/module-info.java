/** libibverbs called through {@code java.lang.foreign}. */
module org.verbena.provider.ffm {
    requires static org.jspecify;
    requires static org.osgi.service.component.annotations;
    requires org.verbena.libibverbs;

    provides org.verbena.VerbsProvider with
            org.verbena.provider.ffm.FfmProvider;
}
