// SPDX-License-Identifier: Apache-2.0
/** libibverbs in Java: all but the call itself, which a native provider supplies. */
@SuppressWarnings("module") // the two providers are not there yet when this is compiled
module org.verbena.libibverbs {
    requires static org.jspecify;
    requires static org.osgi.annotation.bundle;
    requires static org.osgi.annotation.versioning;
    requires transitive org.verbena.core;

    exports org.verbena.libibverbs to
            org.verbena.provider.ffm,
            org.verbena.provider.jna;
    exports org.verbena.libibverbs.call to
            org.verbena.provider.ffm,
            org.verbena.provider.jna;
}
