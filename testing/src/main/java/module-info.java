// SPDX-License-Identifier: Apache-2.0
/** JUnit 5 support for applications of RDMA. */
module org.verbena.testing {
    requires static org.jspecify;
    requires static org.osgi.annotation.bundle;
    requires static org.osgi.annotation.versioning;
    requires org.opentest4j;
    requires transitive org.junit.jupiter.api;
    requires transitive org.verbena.api;
    requires transitive org.verbena.provider.sim;

    exports org.verbena.testing;
}
