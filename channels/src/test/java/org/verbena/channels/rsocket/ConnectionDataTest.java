// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.rsocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares connection data with the data that rstream of librdmacm 44 sent in a request. */
class ConnectionDataTest {
    private static final String RSTREAM = "0102018000000000" + "0000563c617ca000" + "00001232" + "00000002"
            + "00007fb7cfe19000" + "000013ba" + "00080000";

    private static final ConnectionData DECODED = new ConnectionData(
            false, 384, 0, new Target(0x563c617ca000L, 0x1232, 2), new Target(0x7fb7cfe19000L, 0x13ba, 0x80000));

    @Test
    void theDataOfRstreamAreDecoded() throws Exception {
        assertThat(ConnectionData.decode(bytes(RSTREAM + "00".repeat(16)))).isEqualTo(DECODED);
    }

    @Test
    void theDataAreEncodedAsRstreamDoes() {
        assertThat(DECODED.encode()).isEqualTo(bytes(RSTREAM));
    }

    @Test
    void aLargeMapSizeIsDecodedAsInLibrdmacm() throws Exception {
        assertThat(ConnectionData.decode(changed(7, 0x82)).ioMapSize()).isEqualTo(512);
        assertThat(ConnectionData.decode(changed(7, 0x80)).ioMapSize()).isEqualTo(128);
        assertThat(ConnectionData.decode(changed(7, 0x01)).ioMapSize()).isOne();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0",
        "1, 1, 1",
        "128, 128, 128",
        "129, 256, 129",
        "256, 256, 129",
        "257, 512, 130",
        "32512, 32512, 255"
    })
    void aSizeOfTheMapIsRoundedUpToTheScale(int entries, int size, int encoded) throws Exception {
        assertThat(ConnectionData.ioMapSize(entries)).isEqualTo(size);
        ConnectionData data = new ConnectionData(false, 1, size, DECODED.targets(), DECODED.ring());

        assertThat(Byte.toUnsignedInt(data.encode().get(7))).isEqualTo(encoded);
        assertThat(ConnectionData.decode(data.encode())).isEqualTo(data);
    }

    @Test
    void aPeerWithoutTheFlagHasNoMap() throws Exception {
        ByteBuffer data = changed(7, 5);
        data.put(1, (byte) 1);

        ConnectionData decoded = ConnectionData.decode(data);

        assertThat(decoded.ioMapSize()).isZero();
        assertThat(decoded.bigEndian()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0  | 2 | rsocket version 2, supported 1
            3  | 0 | credits = 0, minimum 1
            23 | 1 | target_sgl.length = 1, allowed 2..65536
            20 | 255 | target_sgl.length = 4278190082, allowed 2..65536
            36 | 128 | outside the address space
            """)
    void aValueThatTheProtocolForbidsIsRefused(int index, int value, String message) {
        ByteBuffer data = changed(index, value);
        if (index == 3) {
            data.put(2, (byte) 0);
        }

        assertThatThrownBy(() -> ConnectionData.decode(data))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining(message);
    }

    @Test
    void anAddressAtTheEndOfTheAddressSpaceIsRefused() {
        ByteBuffer data = bytes(RSTREAM).putLong(24, -1);

        assertThatThrownBy(() -> ConnectionData.decode(data)).hasMessageContaining("outside the address space");
    }

    @Test
    void shortDataAreRefused() {
        assertThatThrownBy(() -> ConnectionData.decode(ByteBuffer.allocate(39)))
                .hasMessage("connection data of 39 bytes, rsocket sends 40 or more");
    }

    private static ByteBuffer changed(int index, int value) {
        return bytes(RSTREAM).put(index, (byte) value);
    }

    private static ByteBuffer bytes(String hex) {
        return ByteBuffer.wrap(HexFormat.of().parseHex(hex));
    }
}
