// SPDX-License-Identifier: Apache-2.0
/** The runtime that turns the drivers of a provider into the objects of the API. */
module org.verbena.core {
    requires static java.management;
    requires static jdk.jfr;
    requires static org.jspecify;
    requires static org.osgi.annotation.bundle;
    requires static org.osgi.annotation.versioning;
    requires transitive org.verbena.spi;

    exports org.verbena.core;
    exports org.verbena.core.model;
    exports org.verbena.core.model.rules;
    exports org.verbena.core.observe;
}
