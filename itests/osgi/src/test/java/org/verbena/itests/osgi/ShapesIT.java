// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.osgi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.verbena.itests.harness.Bundles.BASE;
import static org.verbena.itests.harness.Bundles.FFM;
import static org.verbena.itests.harness.Bundles.INSIDE;
import static org.verbena.itests.harness.Bundles.JNA;
import static org.verbena.itests.harness.Bundles.LIBIBVERBS;
import static org.verbena.itests.harness.Bundles.PROVIDERS;
import static org.verbena.itests.harness.Bundles.SCR;
import static org.verbena.itests.harness.Bundles.SIM;
import static org.verbena.itests.harness.Bundles.SPI_FLY;
import static org.verbena.itests.harness.Bundles.TOY;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.verbena.itests.harness.Bundles;
import org.verbena.itests.harness.OsgiFramework;
import org.verbena.tck.engine.TestCount;

/** Checks providers in frameworks with Declarative Services, a Service Loader Mediator, both, or neither. */
class ShapesIT {
    @RegisterExtension
    static final TestCount COUNT = new TestCount("osgi", OsgiFramework.kind(), "shapes");

    @TempDir
    Path storage;

    private OsgiFramework framework;

    @AfterEach
    void stop() throws Exception {
        framework.close();
    }

    @Test
    void withDeclarativeServicesEveryProviderIsOneService() throws Exception {
        start(SCR);

        assertThat(Providers.names(framework)).containsExactly("ffm", "jna", "sim");
        assertThat(framework.inside("LookUp", "candidates")).isEqualTo(List.of());
    }

    @Test
    void propertiesHaveTheirTypes() throws Exception {
        start(SCR);

        assertThat(Providers.properties(framework, "ffm"))
                .isEqualTo(Map.of(
                        "verbs.provider",
                        "ffm",
                        "verbs.native",
                        true,
                        "verbs.available",
                        true,
                        "service.ranking",
                        100));
        assertThat(Providers.properties(framework, "jna"))
                .isEqualTo(Map.of(
                        "verbs.provider", "jna", "verbs.native", true, "verbs.available", true, "service.ranking", 50));
        assertThat(Providers.properties(framework, "sim"))
                .isEqualTo(Map.of(
                        "verbs.provider",
                        "sim",
                        "verbs.native",
                        false,
                        "verbs.available",
                        true,
                        "service.ranking",
                        -100));
    }

    @Test
    void filtersFindProviders() throws Exception {
        start(SCR);

        assertThat(framework.services(Providers.SERVICE, "(&(verbs.native=true)(verbs.available=true))"))
                .hasSize(2);
        assertThat(framework.services(Providers.SERVICE, "(&(verbs.provider=sim)(service.ranking<=0))"))
                .hasSize(1);
    }

    @Test
    void withAMediatorServiceLoaderFindsProviders() throws Exception {
        start(SPI_FLY);

        assertThat(framework.inside("LookUp", "candidates")).isEqualTo(List.of("ffm", "jna", "sim"));
        assertThat(framework.inside("LookUp", "named", "sim")).isEqualTo("org.verbena.provider.sim.SimProvider");
        assertThat(Providers.all(framework)).isEmpty();
    }

    @Test
    void withBothExtendersNoProviderIsDuplicated() throws Exception {
        start(SCR, SPI_FLY);

        assertThat(framework.inside("LookUp", "candidates")).isEqualTo(List.of("ffm", "jna", "sim"));
        assertThat(Providers.names(framework)).containsExactly("ffm", "jna", "sim");
    }

    @Test
    void withoutExtendersABundleCanCreateASimulator() throws Exception {
        start();

        assertThat(Arrays.stream(framework.context().getBundles()))
                .extracting(Bundle::getState)
                .containsOnly(Bundle.ACTIVE);
        assertThat(Providers.all(framework)).isEmpty();
        assertThat((String) framework.inside("LookUp", "named", "sim")).contains("Provider \"sim\" cannot be used");
        assertThat(framework.inside("LookUp", "simulatorOfMyOwn")).isEqualTo(List.of("sim_rxe_0"));
    }

    @Test
    void refreshingAProviderAffectsNoOtherBundle() throws Exception {
        start(SCR, SPI_FLY);
        assertThat(framework.inside("LookUp", "candidates")).isEqualTo(List.of("ffm", "jna", "sim"));

        for (String provider : List.of("ffm", "jna")) {
            Bundle bundle = framework.bundle("org.verbena.provider." + provider);
            assertThat(framework.dependents(bundle)).containsExactly(bundle);
        }
    }

    @Test
    void aThirdPartyProviderIsFoundInTheSameWays() throws Exception {
        start(SCR, SPI_FLY, TOY);

        assertThat(Providers.names(framework)).containsExactly("ffm", "jna", "sim", "toy");
        assertThat(framework.inside("LookUp", "candidates")).isEqualTo(List.of("ffm", "jna", "sim", "toy"));
        assertThat(Providers.properties(framework, "toy")).containsEntry("verbs.available", true);
    }

    @Test
    void onJava17FfmIsRefusedAndTheOthersServe() throws Exception {
        framework = OsgiFramework.start(
                storage,
                Map.of(
                        Constants.FRAMEWORK_SYSTEMCAPABILITIES,
                        "osgi.ee;osgi.ee=\"JavaSE\";version:List<Version>=\"1.6,1.7,1.8,9,10,11,12,13,14,15,16,17\","
                                + "osgi.ee;osgi.ee=\"JavaSE/compact1\";version:Version=\"1.8\""));
        framework.with(SCR.and(BASE, SIM, LIBIBVERBS, JNA));
        Bundle ffm = framework.install(FFM).get(0);

        assertThatExceptionOfType(BundleException.class)
                .isThrownBy(ffm::start)
                .withMessageContaining("org.verbena.provider.ffm")
                .withMessageContaining("osgi.ee")
                .withMessageContaining("(version=22)");
        assertThat(Providers.names(framework)).containsExactly("jna", "sim");
    }

    @Test
    void withoutJnaOnlyItsProviderIsRejected() throws Exception {
        framework = OsgiFramework.start(storage).with(SCR.and(BASE, SIM, LIBIBVERBS, FFM));
        Bundle jna = framework.install("verbena-provider-jna");

        assertThatExceptionOfType(BundleException.class).isThrownBy(jna::start).withMessageContaining("com.sun.jna");
        assertThat(Providers.names(framework)).containsExactly("ffm", "sim");
    }

    private void start(Bundles... extenders) throws BundleException {
        framework = OsgiFramework.start(storage).with(PROVIDERS.and(INSIDE).and(extenders));
    }
}
