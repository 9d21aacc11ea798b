// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.fuzz.targets;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.verbena.CqInitAttr;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.SrqInitAttr;
import org.verbena.VerbsProvider;
import org.verbena.WqInitAttr;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;
import org.verbena.provider.sim.SimProvider;

/**
 * Fuzzes options of the simulator, one {@code name=value} per line.
 *
 * <p>The options are rejected, or create devices that can be opened, queried and used with any numbers.
 */
public class ConfigurationFuzz {
    @FuzzTest
    void noInputDoesHarm(byte[] input) {
        Map<String, String> options = new HashMap<>();
        for (String line : new String(input, StandardCharsets.UTF_8).split("\n", -1)) {
            String[] option = line.split("=", 2);
            options.put(option[0], option.length > 1 ? option[1] : "");
        }
        VerbsProvider provider;
        try {
            provider = new SimProvider().configure(options);
        } catch (InvalidRequestException e) {
            assertThat(e.diagnosis().violations()).isNotEmpty();
            return;
        }
        provider.devices().forEach(ConfigurationFuzz::use);
    }

    private static void use(Device device) {
        try (DeviceContext context = device.open()) {
            attempt(context::queryDeviceEx);
            attempt(() -> context.queryPort(1));
            attempt(context::queryGidTable);
            attempt(() -> create(context));
            attempt(() -> context.explain().createCq(CqInitAttr.builder().cqe(7).build()));
        } catch (VerbsException e) {
            // This is documented. For example, a configured fault makes the open fail.
        }
    }

    private static void create(DeviceContext context) {
        ProtectionDomain pd = context.allocPd();
        var cq = context.createCq(CqInitAttr.builder().cqe(7).build());
        attempt(() -> pd.createQp(QpInitAttr.builder()
                .sendCq(cq)
                .recvCq(cq)
                .maxSendWr(3)
                .maxRecvWr(5)
                .maxSendSge(2)
                .maxRecvSge(1)
                .maxInlineData(17)
                .build()));
        attempt(() -> pd.createSrq(SrqInitAttr.builder().maxWr(3).maxSge(2).build()));
        attempt(() -> context.createWq(
                WqInitAttr.builder().pd(pd).cq(cq).maxWr(3).maxSge(2).build()));
    }

    private static void attempt(Runnable verb) {
        try {
            verb.run();
        } catch (VerbsException e) {
            // The device may reject the call.
        }
    }
}
