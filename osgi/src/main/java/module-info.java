// SPDX-License-Identifier: Apache-2.0
/** The backend of an OSGi framework, which the configuration selects. */
module org.verbena.osgi {
    requires static org.jspecify;
    requires static org.osgi.annotation.bundle;
    requires static org.osgi.annotation.versioning;
    requires static org.osgi.framework;
    requires static org.osgi.service.component.annotations;
    requires static org.osgi.service.metatype.annotations;
    requires org.verbena.core;
}
