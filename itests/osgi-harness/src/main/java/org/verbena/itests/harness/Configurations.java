// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.harness;

import java.util.Map;
import org.osgi.framework.FrameworkUtil;

/** Accesses Configuration Admin, whose classes are visible only to bundles. */
public final class Configurations {
    private static final String ADMIN = "org.osgi.service.cm.ConfigurationAdmin";

    private final OsgiFramework framework;

    /**
     * Creates the access to the configurations of a framework.
     *
     * @param framework the framework
     */
    public Configurations(OsgiFramework framework) {
        this.framework = framework;
    }

    /**
     * Sets a configuration.
     *
     * @param pid its PID
     * @param properties its properties
     */
    public void set(String pid, Map<String, ?> properties) {
        // The location "?" makes the configuration available to any bundle.
        configuration(pid).call("update", FrameworkUtil.asDictionary(properties));
    }

    /**
     * Adds a factory configuration.
     *
     * @param factoryPid the PID of the factory
     * @param name the name of the configuration
     * @param properties its properties
     */
    public void add(String factoryPid, String name, Map<String, ?> properties) {
        new InsideObject(framework.callService(ADMIN, "getFactoryConfiguration", factoryPid, name, "?"))
                .call("update", FrameworkUtil.asDictionary(properties));
    }

    /**
     * Deletes a configuration.
     *
     * @param pid its PID, which is {@code FACTORY~NAME} for a factory configuration
     */
    public void delete(String pid) {
        configuration(pid).call("delete");
    }

    private InsideObject configuration(String pid) {
        return new InsideObject(framework.callService(ADMIN, "getConfiguration", pid, "?"));
    }
}
