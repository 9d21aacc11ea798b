// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.fuzz.targets;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.List;
import java.util.Map;
import org.verbena.VerbsProvider;
import org.verbena.core.model.DriverModels;
import org.verbena.itests.fuzz.calls.ApiCalls;
import org.verbena.itests.fuzz.calls.Numbers;
import org.verbena.provider.sim.SimProvider;
import org.verbena.spi.model.DriverModel;

/** Fuzzes API calls with any arguments, on a device of the simulator. The first byte selects the driver model. */
public class CallsFuzz {
    private static final List<VerbsProvider> PROVIDERS = DriverModels.all().stream()
            .map(DriverModel::name)
            .map(profile -> new SimProvider().configure(Map.of("profile", profile, "clock", "virtual")))
            .toList();

    @FuzzTest
    void noInputDoesHarm(byte[] input) throws Throwable {
        Numbers numbers = new Numbers(input);
        VerbsProvider provider = PROVIDERS.get(numbers.below(PROVIDERS.size()));
        ApiCalls.run(numbers, provider.devices().get(0).open());
    }
}
