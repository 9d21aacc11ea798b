// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.verbena.itests.softroce.TapNetwork.Part;
import org.verbena.tck.engine.ResultLine;

/**
 * Runs exchanges of each kind between simulated devices on this host and programs in C on rdma_rxe in one guest:
 * ping-pong, {@code rping} and {@code rstream}, in both roles. {@link NetworkIT}, {@link CmNetworkIT} and
 * {@link RsocketIT} run all exchanges of these kinds.
 */
@Order(2)
class ExchangesIT {
    private static final List<String> PING_PONG = List.of("RC 5000 1024");
    private static final List<String> RPING = List.of("rping -v -V -C 20 -S 3000");
    private static final List<String> RSTREAM = List.of("rsocket -S 3000 -C 100 -T v");

    @Test
    void programsInCTalkToSimulatedDevices() throws Exception {
        Path share = TapNetwork.share("exchanges");
        PingPongExchanges pingPong = new PingPongExchanges(share.resolve("pingpong")).add("ipv4", PING_PONG);
        CmExchanges rping = new CmExchanges(share.resolve("rping"), RPING);
        StreamExchanges rstream =
                new StreamExchanges(share.resolve("rstream")).add("c", RSTREAM).add("java", RSTREAM);
        pingPong.write();
        rping.write();
        rstream.write();

        TapNetwork.run(
                share,
                GuestCommand.verbena(),
                new Part(PingPongExchanges.SCRIPT, "pingpong", PingPongExchanges.SIMULATOR),
                new Part(CmExchanges.SCRIPT, "rping", CmExchanges.SIMULATOR),
                new Part(StreamExchanges.SCRIPT, "rstream", TapNetwork.SIMULATOR));

        new ResultLine("exchanges-net", "sim", "rxe0")
                .write("%d exchanges with ping-pong, %d with rping, %d with rstream in C"
                        .formatted(pingPong.check(), rping.check(), rstream.check()));
    }
}
