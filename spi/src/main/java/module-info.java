/** What the authors of providers share; applications do not need it. */
module org.verbena.spi {
    requires static java.management;
    requires static jdk.jfr;
    requires static org.jspecify;
    requires static org.osgi.annotation.bundle;
    requires static org.osgi.annotation.versioning;
    requires static org.osgi.framework;
    requires static org.osgi.service.component.annotations;
    requires transitive org.verbena.api;

    exports org.verbena.spi.driver;
    exports org.verbena.spi.handle;
    exports org.verbena.spi.model;
    exports org.verbena.spi.observe;
    exports org.verbena.spi.osgi;
    exports org.verbena.spi.work;
}
