// SPDX-License-Identifier: Apache-2.0
/** The commands of {@code verbena} in Apache Felix Gogo, the shell of OSGi frameworks. */
@SuppressWarnings("requires-automatic") // Gogo is an automatic module; OSGi frameworks do not read module-info
module org.verbena.gogo {
    requires static org.jspecify;
    requires static org.osgi.service.component.annotations;
    requires org.apache.felix.gogo.runtime;
    requires org.osgi.framework;
    requires org.verbena.api;
    requires org.verbena.cli;
    requires org.verbena.core;
}
