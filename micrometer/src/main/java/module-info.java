// SPDX-License-Identifier: Apache-2.0
/** Metrics of devices and queues for Micrometer. */
// Micrometer has no module descriptor, only a module name.
@SuppressWarnings("requires-transitive-automatic")
module org.verbena.micrometer {
    requires static org.jspecify;
    requires static org.osgi.annotation.bundle;
    requires static org.osgi.annotation.versioning;
    requires transitive micrometer.core;
    requires transitive org.verbena.core;

    exports org.verbena.micrometer;
}
