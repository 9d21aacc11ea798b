// SPDX-License-Identifier: Apache-2.0
/** Defines the provider that calls libibverbs through {@code java.lang.foreign}. */
module org.verbena.provider.ffm {
    requires static org.jspecify;
    requires static org.osgi.framework;
    requires static org.osgi.service.component.annotations;
    requires static org.osgi.annotation.bundle;
    requires static org.osgi.annotation.versioning;
    requires transitive org.verbena.api;
    requires org.verbena.libibverbs;

    exports org.verbena.provider.ffm.memory;

    provides org.verbena.VerbsProvider with
            org.verbena.provider.ffm.FfmProvider;
}
