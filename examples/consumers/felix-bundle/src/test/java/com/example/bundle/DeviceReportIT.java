// SPDX-License-Identifier: Apache-2.0
package com.example.bundle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;
import org.osgi.util.tracker.ServiceTracker;

/** Runs the bundle in Felix, with the simulator. */
class DeviceReportIT {
    private static final String COMPONENT = "(component.name=com.example.bundle.DeviceReport)";

    @TempDir
    private Path storage;

    private Framework framework;

    @BeforeEach
    void startFramework() throws Exception {
        framework = ServiceLoader.load(FrameworkFactory.class)
                .findFirst()
                .orElseThrow()
                .newFramework(Map.of(Constants.FRAMEWORK_STORAGE, storage.toString()));
        framework.start();
        List<Bundle> bundles = new ArrayList<>();
        try (Stream<Path> jars = Files.list(Path.of(System.getProperty("bundles")))) {
            for (Path jar : jars.toList()) {
                bundles.add(install(jar));
            }
        }
        bundles.add(install(Path.of(System.getProperty("bundle"))));
        for (Bundle bundle : bundles) {
            bundle.start();
        }
    }

    @AfterEach
    void stopFramework() throws Exception {
        framework.stop();
        framework.waitForStop(60_000);
    }

    @Test
    void theComponentOpensADeviceOfTheProvider() throws Exception {
        Supplier<?> report = tracker().waitForService(60_000);

        assertNotNull(report, "Declarative Services did not activate the component");
        assertEquals("sim, sim_mlx5_0, ACTIVE", report.get());
    }

    @Test
    void theComponentIsDeactivatedWithTheProvider() throws Exception {
        ServiceTracker<?, ?> tracker = tracker();
        assertNotNull(tracker.waitForService(60_000));

        bundle("org.verbena.provider.sim").stop();

        assertNull(tracker.getService());
    }

    private ServiceTracker<?, Supplier<?>> tracker() throws Exception {
        BundleContext context = framework.getBundleContext();
        ServiceTracker<?, Supplier<?>> tracker = new ServiceTracker<>(context, context.createFilter(COMPONENT), null);
        tracker.open();
        return tracker;
    }

    private Bundle install(Path jar) throws Exception {
        return framework.getBundleContext().installBundle(jar.toUri().toString());
    }

    private Bundle bundle(String symbolicName) {
        return Arrays.stream(framework.getBundleContext().getBundles())
                .filter(bundle -> bundle.getSymbolicName().equals(symbolicName))
                .findFirst()
                .orElseThrow();
    }
}
