// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.core.observe.CreationSite;

class CreationSitesTest {
    private static final long NOW = 1_795_000_000_000L;
    private static final int MANY = 20_000;

    @Test
    void allAreRecordedIfAllAreWanted() {
        CreationSites sites = new CreationSites("all");

        assertThat(many(sites)).allMatch(CreationSite::isRecorded);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sampled", "often"})
    void samplingRecordsTheFirst10000SitesOfASecond(String policy) {
        CreationSites sites = new CreationSites(policy);

        assertThat(many(sites).filter(CreationSite::isRecorded)).hasSize(10_000);
        assertThat(sites.here(NOW))
                .hasToString("not recorded: more handles were created than 10000 a second"
                        + " (verbena.creation.sites=all records all)");
    }

    @Test
    void noneIsRecordedIfNoneIsWanted() {
        CreationSites sites = new CreationSites("none");

        assertThat(many(sites)).noneMatch(CreationSite::isRecorded);
        assertThat(sites.here(NOW)).hasToString("not recorded: verbena.creation.sites=none");
    }

    @Test
    void aRecordedSiteContainsTheCallingMethod() {
        CreationSite site = new CreationSites("sampled").here(NOW);

        assertThat(site.stack())
                .extracting(StackTraceElement::getMethodName)
                .contains("aRecordedSiteContainsTheCallingMethod");
    }

    private static Stream<CreationSite> many(CreationSites sites) {
        return Stream.generate(() -> sites.here(NOW)).limit(MANY);
    }
}
