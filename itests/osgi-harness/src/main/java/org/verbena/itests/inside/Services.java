// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.inside;

import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.verbena.VerbsProvider;

/** Finds the registered providers. */
final class Services {
    private Services() {}

    static VerbsProvider provider(String filter) {
        BundleContext bundle = FrameworkUtil.getBundle(Services.class).getBundleContext();
        try {
            return bundle.getServiceReferences(VerbsProvider.class, filter).stream()
                    .max(ServiceReference::compareTo)
                    .map(bundle::getService)
                    .orElseThrow(() -> new IllegalStateException("no provider has " + filter));
        } catch (InvalidSyntaxException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** Returns the provider that its own bundle has registered. */
    static VerbsProvider named(String name) {
        return provider("(&(verbs.provider=" + name + ")(!(verbs.selected=true)))");
    }
}
