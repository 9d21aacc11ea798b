// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.osgi;

import java.util.Map;
import org.verbena.itests.harness.Await;
import org.verbena.itests.harness.Configurations;
import org.verbena.itests.harness.OsgiFramework;

/** Controls the bundle of examples/osgi-echo and the configuration that selects its backend. */
final class Consumer {
    private static final String SERVICE = "org.verbena.examples.echo.Echo";
    private static final String BACKEND = "org.verbena.backend";

    private final OsgiFramework framework;
    private final Configurations configurations;

    Consumer(OsgiFramework framework) {
        this.framework = framework;
        this.configurations = new Configurations(framework);
    }

    void backend(String provider) {
        backend(Map.of("provider", provider));
    }

    void backend(Map<String, ?> properties) {
        configurations.set(BACKEND, properties);
    }

    void withoutConfiguration() {
        configurations.delete(BACKEND);
    }

    String echo(String text) {
        return (String) framework.callService(SERVICE, "echo", text);
    }

    /** Returns the provider and device of the consumer, for example {@code sim sim_mlx5_0}. */
    String way() {
        return (String) framework.callService(SERVICE, "way");
    }

    boolean isThere() {
        return !framework.services(SERVICE, "").isEmpty();
    }

    void awaitWay(String way) {
        Await.until("echo by " + way, this::way, way::equals);
    }

    void awaitEnd() {
        Await.until("no echo", this::isThere, there -> !there);
    }
}
