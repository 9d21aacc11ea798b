// SPDX-License-Identifier: Apache-2.0
package org.verbena.osgi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.osgi.framework.ServiceReference;
import org.verbena.Availability;
import org.verbena.VerbsProvider;

class ChoiceTest {
    private final Candidate ffm = candidate("ffm", true, 100, true);
    private final Candidate sim = candidate("sim", false, -100, true);
    private final Candidate brokenFfm = candidate("ffm", true, -999_900, false);

    @Test
    void autoChoosesTheHighestRanking() {
        assertThat(new Choice("auto", false).among(List.of(sim, ffm))).contains(ffm);
    }

    @Test
    void anUnavailableProviderIsNotChosen() {
        assertThat(new Choice("auto", false).among(List.of(sim, brokenFfm))).contains(sim);
    }

    @Test
    void aNamedProviderIsChosenAlthoughABetterOneIsThere() {
        assertThat(new Choice("sim", false).among(List.of(sim, ffm))).contains(sim);
    }

    @Test
    void nothingReplacesANamedProvider() {
        assertThat(new Choice("ffm", false).among(List.of(sim, brokenFfm))).isEmpty();
        assertThat(new Choice("jna", false).among(List.of(sim, ffm))).isEmpty();
    }

    @Test
    void hardwareOnlyLeavesSimulatorsOut() {
        assertThat(new Choice("auto", true).among(List.of(sim, brokenFfm))).isEmpty();
        assertThat(new Choice("sim", true).among(List.of(sim))).isEmpty();
        assertThat(new Choice("auto", true).among(List.of(sim, ffm))).contains(ffm);
    }

    @Test
    void theNameDecidesBetweenEqualRankings() {
        Candidate other = candidate("another", true, 100, true);

        assertThat(new Choice("auto", false).among(List.of(ffm, other))).contains(other);
        assertThat(new Choice("auto", false).among(List.of(other, ffm))).contains(other);
    }

    @Test
    void theProviderIsAskedIfTheServiceHasNoAvailability() {
        VerbsProvider provider = provider("plain", true);
        when(provider.availability()).thenReturn(Availability.unavailable("no library"));
        ServiceReference<VerbsProvider> service = mock();

        Candidate candidate = Candidate.of(provider, service);

        assertThat(candidate.isAvailable()).isFalse();
        assertThat(candidate).hasToString("plain: unavailable: no library");
    }

    private static Candidate candidate(String name, boolean isNative, int ranking, boolean available) {
        return new Candidate(provider(name, isNative), ranking, new Availability(available, "a reason"));
    }

    private static VerbsProvider provider(String name, boolean isNative) {
        VerbsProvider provider = mock();
        when(provider.name()).thenReturn(name);
        when(provider.isNative()).thenReturn(isNative);
        return provider;
    }
}
