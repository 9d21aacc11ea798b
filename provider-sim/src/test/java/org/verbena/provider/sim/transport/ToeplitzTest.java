// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks the hash against "Verifying the RSS hash calculation" in Microsoft's documentation of network drivers. */
class ToeplitzTest {
    private static final int[] KEY = {
        0x6D, 0x5A, 0x56, 0xDA, 0x25, 0x5B, 0x0E, 0xC2, 0x41, 0x67, 0x25, 0x3D, 0x43, 0xA3, 0x8F, 0xB0, 0xD0, 0xCA,
        0x2B, 0xCB, 0xAE, 0x7B, 0x30, 0xB4, 0x77, 0xCB, 0x2D, 0xA3, 0x80, 0x30, 0xF2, 0x0C, 0x6A, 0x42, 0xB7, 0x3B,
        0xBE, 0xAC, 0x01, 0xFA
    };

    private static byte[] key() {
        ByteBuffer key = ByteBuffer.allocate(KEY.length);
        Arrays.stream(KEY).forEach(part -> key.put((byte) part));
        return key.array();
    }

    @ParameterizedTest
    @CsvSource({
        "161.142.100.80,1766,66.9.149.187,2794,323e8fc2,51ccc178",
        "65.69.140.83,4739,199.92.111.2,14230,d718262a,c626b0ea",
        "12.22.207.184,38024,24.19.198.95,12898,d2d0a5de,5c2b394a",
        "209.142.163.6,2217,38.27.205.30,48228,82989176,afc7327f",
        "202.188.127.2,1303,153.39.163.191,44251,5d1809c5,10e828a2",
        "3ffe:2501:200:3::1,1766,3ffe:2501:200:1fff::7,2794,2cc18cd5,40207d3d",
        "ff02::1,4739,3ffe:501:8::260:97ff:fe40:efab,14230,0f0c461c,dde51bbf",
        "fe80::200:f8ff:fe21:67cf,38024,3ffe:1900:4545:3:200:f8ff:fe21:67cf,44251,4b61e985,02d1feef"
    })
    void hashesMatchMicrosoftsTestSuite(
            String destination, int destinationPort, String source, int sourcePort, String addresses, String withPorts)
            throws UnknownHostException {
        byte[] from = InetAddress.getByName(source).getAddress();
        byte[] to = InetAddress.getByName(destination).getAddress();
        ByteBuffer input = ByteBuffer.allocate(from.length + to.length + 4)
                .put(from)
                .put(to)
                .putShort((short) sourcePort)
                .putShort((short) destinationPort);

        assertThat(Toeplitz.hash(key(), input.array(), from.length + to.length))
                .as("addresses")
                .isEqualTo(Integer.parseUnsignedInt(addresses, 16));
        assertThat(Toeplitz.hash(key(), input.array(), input.capacity()))
                .as("addresses and ports")
                .isEqualTo(Integer.parseUnsignedInt(withPorts, 16));
    }
}
