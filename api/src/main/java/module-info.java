// SPDX-License-Identifier: Apache-2.0
/** RDMA verbs as contracts, values and errors: what an application compiles against. */
module org.verbena.api {
    requires static org.jspecify;
    requires static org.osgi.annotation.bundle;
    requires static org.osgi.annotation.versioning;

    exports org.verbena;
    exports org.verbena.async;
    exports org.verbena.attr;
    exports org.verbena.cm;
    exports org.verbena.connect;
    exports org.verbena.error;
    exports org.verbena.memory;

    uses org.verbena.VerbsProvider;
}
