// SPDX-License-Identifier: Apache-2.0
/** Comparison of devices with the models of their drivers: random walks and recorded vectors. */
module org.verbena.fidelity {
    requires static org.jspecify;
    requires static org.osgi.annotation.bundle;
    requires static org.osgi.annotation.versioning;
    requires com.grack.nanojson;
    requires transitive org.verbena.api;
    requires transitive org.verbena.core;

    exports org.verbena.fidelity.state;
    exports org.verbena.fidelity.vector;
    exports org.verbena.fidelity.walk;
}
