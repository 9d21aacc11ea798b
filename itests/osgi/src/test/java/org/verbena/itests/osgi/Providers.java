// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.osgi;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.osgi.framework.ServiceReference;
import org.verbena.itests.harness.OsgiFramework;

/** Reads the provider services of a framework. */
final class Providers {
    static final String SERVICE = "org.verbena.VerbsProvider";

    private Providers() {}

    static List<ServiceReference<?>> all(OsgiFramework framework) {
        return framework.services(SERVICE, "");
    }

    /** Returns the names of the providers, with the highest ranking first. */
    static List<Object> names(OsgiFramework framework) {
        return all(framework).stream()
                .map(service -> service.getProperty("verbs.provider"))
                .toList();
    }

    /** Returns the properties that Verbena sets for a provider, except the description. */
    static Map<String, Object> properties(OsgiFramework framework, String name) {
        ServiceReference<?> service = framework
                .services(SERVICE, "(&(verbs.provider=" + name + ")(!(verbs.selected=true)))")
                .get(0);
        Map<String, Object> properties = new TreeMap<>();
        for (String key : List.of("verbs.provider", "verbs.native", "verbs.available", "service.ranking")) {
            properties.put(key, service.getProperty(key));
        }
        return properties;
    }
}
