// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.verbena.itests.softroce.TapNetwork.Part;
import org.verbena.tck.engine.ResultLine;

/**
 * Exchanges messages between simulated devices on this host and the ping-pong programs of rdma-core on rdma_rxe in a
 * guest, in both roles. The network is a tap device in a separate network namespace.
 */
@EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
class NetworkIT {
    /**
     * The exchanges of each role over IPv4: type, message size and path MTU. With the smallest MTU, a message consists
     * of 391 packets.
     */
    private static final List<String> OVER_IPV4 = List.of(
            "RC 1 1024",
            "RC 4096 4096",
            "RC 5000 1024",
            "RC 100000 256",
            "RC 100000 4096",
            "UC 1 512",
            "UC 5000 1024",
            "UC 100000 4096",
            "UD 1 1024",
            "UD 1000 1024",
            "UD 4096 1024",
            "SRQ 1 2048",
            "SRQ 5000 1024",
            "SRQ 100000 4096");

    /** The exchanges of each role over IPv6. */
    private static final List<String> OVER_IPV6 =
            List.of("RC 1 256", "RC 5000 1024", "RC 100000 4096", "UC 5000 1024", "UD 1000 1024", "SRQ 5000 1024");

    @Test
    void theProgramsInCExchangeMessagesWithSimulatedDevices() throws Exception {
        Path share = TapNetwork.share("network");
        PingPongExchanges exchanges =
                new PingPongExchanges(share).add("ipv4", OVER_IPV4).add("ipv6", OVER_IPV6);
        exchanges.write();
        TapNetwork.run(
                share, GuestCommand.verbena(), new Part(PingPongExchanges.SCRIPT, ".", PingPongExchanges.SIMULATOR));
        new ResultLine("softroce-net", "sim", "rxe0")
                .write(exchanges.check() + " exchanges with C over IPv4 and IPv6, half of them as the server");
    }
}
