// SPDX-License-Identifier: Apache-2.0
/** A bundle that uses Verbena. */
module org.verbena.examples.echo {
    requires static org.jspecify;
    requires static org.osgi.annotation.bundle;
    requires static org.osgi.annotation.versioning;
    requires static org.osgi.service.component.annotations;
    requires static org.osgi.service.metatype.annotations;
    requires org.verbena.api;

    exports org.verbena.examples.echo;
}
