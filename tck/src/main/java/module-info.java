// SPDX-License-Identifier: Apache-2.0
/** The conformance kit: behaviours that every provider must show. */
module org.verbena.tck {
    requires static org.jspecify;
    requires static org.osgi.annotation.bundle;
    requires static org.osgi.annotation.versioning;
    requires java.logging;
    requires org.assertj.core;
    requires org.opentest4j;
    requires transitive org.junit.jupiter.api;
    requires transitive org.verbena.api;

    exports org.verbena.tck;
}
