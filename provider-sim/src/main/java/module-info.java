// SPDX-License-Identifier: Apache-2.0
/** The simulator. */
module org.verbena.provider.sim {
    requires static org.jspecify;
    requires static org.osgi.annotation.bundle;
    requires static org.osgi.annotation.versioning;
    requires static org.osgi.framework;
    requires static org.osgi.service.component.annotations;
    requires static org.osgi.service.metatype.annotations;
    requires org.verbena.rocev2;
    requires transitive org.verbena.core;

    exports org.verbena.provider.sim;

    provides org.verbena.VerbsProvider with
            org.verbena.provider.sim.SimProvider;
}
