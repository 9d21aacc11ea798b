// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.arch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.verbena.core.model.DriverModels;
import org.verbena.spi.model.DriverModel;

/** Checks the form that Web Console generates from Metatype for a simulated device. */
class FormIT {
    private static final Pattern OPTION = Pattern.compile("<Option label=\"([^\"]*)\" value=\"([^\"]*)\"/>");

    @Test
    void theFormOffersEveryProfile() {
        assertThat(options().map(option -> option.group(2)))
                .containsExactlyElementsOf(
                        DriverModels.all().stream().map(DriverModel::name).toList());
    }

    @Test
    void theFormDescribesEveryProfile() {
        assertThat(options().map(option -> option.group(1)))
                .containsExactlyElementsOf(DriverModels.all().stream()
                        .map(model -> model.name() + ": " + model.description())
                        .toList());
    }

    private static Stream<MatchResult> options() {
        String form = BuiltModule.named("org.verbena.provider.sim")
                .text("OSGI-INF/metatype/org.verbena.provider.sim.osgi.SimDeviceOptions.xml");
        return OPTION.matcher(form).results();
    }
}
