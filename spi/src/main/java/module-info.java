// SPDX-License-Identifier: Apache-2.0
/** The interfaces that a provider implements. Applications do not need this module. */
module org.verbena.spi {
    requires static org.jspecify;
    requires static org.osgi.annotation.bundle;
    requires static org.osgi.annotation.versioning;
    requires static org.osgi.framework;
    requires static org.osgi.service.component.annotations;
    requires transitive org.verbena.api;

    exports org.verbena.spi;
    exports org.verbena.spi.cm;
    exports org.verbena.spi.model;
    exports org.verbena.spi.osgi;
    exports org.verbena.spi.work;
}
