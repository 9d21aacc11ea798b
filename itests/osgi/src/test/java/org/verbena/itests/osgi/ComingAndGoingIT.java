// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.osgi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.itests.harness.Bundles.INSIDE;
import static org.verbena.itests.harness.Bundles.PROVIDERS;
import static org.verbena.itests.harness.Bundles.SCR;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.osgi.framework.Bundle;
import org.verbena.itests.harness.InsideObject;
import org.verbena.itests.harness.OsgiFramework;
import org.verbena.tck.engine.TestCount;

/**
 * Checks that the bundle of a provider can be removed while a program holds its handles and ignores framework events.
 */
@EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
class ComingAndGoingIT {
    @RegisterExtension
    static final TestCount COUNT = new TestCount("osgi", OsgiFramework.kind(), "coming-and-going");

    private static final String CLOSED = "ClosedHandleException";

    @TempDir
    Path storage;

    private OsgiFramework framework;

    @BeforeEach
    void start() throws Exception {
        framework = OsgiFramework.start(storage).with(SCR.and(PROVIDERS, INSIDE));
    }

    @AfterEach
    void stop() throws Exception {
        framework.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ffm", "jna", "sim"})
    void afterAnUpdateOldHandlesAreClosedAndNewOnesWork(String provider) throws Exception {
        InsideObject user = framework.newInside("CarelessUser", provider);
        assertThat(outcomes(user)).containsOnlyKeys("done");

        bundle(provider).update();

        isCleanlyOver(user);
        assertThat(outcomes(framework.newInside("CarelessUser", provider))).containsOnlyKeys("done");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ffm", "jna", "sim"})
    void aStoppedProviderCanBeStartedAgain(String provider) throws Exception {
        InsideObject user = framework.newInside("CarelessUser", provider);

        bundle(provider).stop();
        isCleanlyOver(user);
        assertThat(Providers.names(framework)).doesNotContain(provider).hasSize(2);

        bundle(provider).start();
        assertThat(Providers.names(framework)).containsExactly("ffm", "jna", "sim");
        assertThat(outcomes(framework.newInside("CarelessUser", provider))).containsOnlyKeys("done");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ffm", "jna", "sim"})
    void anUninstallDoesNotAffectOtherProviders(String provider) throws Exception {
        InsideObject user = framework.newInside("CarelessUser", provider);
        String other = provider.equals("jna") ? "ffm" : "jna";
        InsideObject another = framework.newInside("CarelessUser", other);

        bundle(provider).uninstall();

        isCleanlyOver(user);
        assertThat(outcomes(another)).containsOnlyKeys("done");
        assertThat(Providers.names(framework)).doesNotContain(provider).hasSize(2);
    }

    private Bundle bundle(String provider) {
        return framework.bundle("org.verbena.provider." + provider);
    }

    /** Checks that every verb fails, access to plain memory does no harm, and a second close has no effect. */
    private static void isCleanlyOver(InsideObject user) {
        Map<String, List<String>> outcomes = outcomes(user);
        assertThat(outcomes).containsOnlyKeys("done", CLOSED);
        assertThat(outcomes.get("done")).containsExactly("buildBatch", "touchView");
        assertThat((List<?>) user.call("close")).allMatch("done"::equals);
    }

    /** Uses every object, and groups the names of the uses by outcome. */
    @SuppressWarnings("unchecked")
    private static Map<String, List<String>> outcomes(InsideObject user) {
        return ((Map<String, String>) user.call("use"))
                .entrySet().stream()
                        .collect(Collectors.groupingBy(
                                Map.Entry::getValue, Collectors.mapping(Map.Entry::getKey, Collectors.toList())));
    }
}
