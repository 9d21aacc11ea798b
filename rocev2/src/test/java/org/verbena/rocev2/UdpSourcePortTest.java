// SPDX-License-Identifier: Apache-2.0
package org.verbena.rocev2;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks the ports against those in the packets of rdma_rxe. */
class UdpSourcePortTest {
    @ParameterizedTest
    @CsvSource({"0, 0x11, 0x11, 0xC121", "0x307C6, 0x11, 0x12, 0xC7CA"})
    void connectionsHaveThePortsOfRxe(String flowLabel, String qpn, String remoteQpn, String port) {
        assertThat(UdpSourcePort.ofConnection(
                        Integer.decode(flowLabel), Integer.decode(qpn), Integer.decode(remoteQpn)))
                .isEqualTo(Integer.decode(port));
    }

    @ParameterizedTest
    @CsvSource({"1, 0xD872", "16, 0xC722", "17, 0xDF94", "18, 0xF806", "24, 0xCAB3"})
    void datagramsHaveThePortsOfRxe(int qpn, String port) {
        assertThat(UdpSourcePort.ofDatagrams(qpn)).isEqualTo(Integer.decode(port));
    }
}
