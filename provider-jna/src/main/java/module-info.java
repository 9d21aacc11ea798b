// SPDX-License-Identifier: Apache-2.0
/** Defines the provider that calls libibverbs through JNA. */
module org.verbena.provider.jna {
    requires static org.jspecify;
    requires static org.osgi.framework;
    requires static org.osgi.service.component.annotations;
    requires com.sun.jna;
    requires org.verbena.libibverbs;

    provides org.verbena.VerbsProvider with
            org.verbena.provider.jna.JnaProvider;
}
