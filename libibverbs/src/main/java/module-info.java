/** libibverbs in Java: all but the call itself, which a native provider supplies. */
module org.verbena.libibverbs {
    requires static org.jspecify;
    requires static org.osgi.annotation.bundle;
    requires static org.osgi.annotation.versioning;
    requires transitive org.verbena.spi;
}
