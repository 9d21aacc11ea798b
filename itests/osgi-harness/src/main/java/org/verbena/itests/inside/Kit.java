// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.inside;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.verbena.tck.ConformanceKit;
import org.verbena.tck.Deviations;

/** Runs the conformance kit for a provider that is an OSGi service. */
public final class Kit {
    private Kit() {}

    /**
     * Returns the tests for one device.
     *
     * @param provider the provider's name
     * @param options its options
     * @param device the device's name
     * @param environment the name of the test environment
     * @param deviations the declared deviations
     * @return the tests
     */
    public static Stream<DynamicNode> onDevice(
            String provider, Map<String, String> options, String device, String environment, String deviations) {
        return kit(provider, options, device, environment, deviations).tests();
    }

    /**
     * Returns the tests for a device and its peer.
     *
     * @param provider the provider's name
     * @param options its options
     * @param device the device's name
     * @param peer the peer's name
     * @param environment the name of the test environment
     * @param deviations the declared deviations
     * @return the tests
     */
    public static Stream<DynamicNode> onDevices(
            String provider,
            Map<String, String> options,
            String device,
            String peer,
            String environment,
            String deviations) {
        return kit(provider, options, device, environment, deviations)
                .peer(peer)
                .tests();
    }

    private static ConformanceKit kit(
            String provider, Map<String, String> options, String device, String environment, String deviations) {
        return ConformanceKit.on(Services.named(provider).configure(options), device)
                .environment(environment)
                .deviations(Deviations.parse(deviations));
    }
}
