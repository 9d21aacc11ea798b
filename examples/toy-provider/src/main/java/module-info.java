// SPDX-License-Identifier: Apache-2.0
/** A provider to copy from. */
module org.verbena.examples.toy {
    requires static org.jspecify;
    requires static org.osgi.framework;
    requires static org.osgi.service.component.annotations;
    requires org.verbena.core;

    provides org.verbena.VerbsProvider with
            org.verbena.examples.toy.ToyProvider;
}
