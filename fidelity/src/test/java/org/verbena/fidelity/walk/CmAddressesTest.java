// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.verbena.DeviceContext;
import org.verbena.attr.Gid;
import org.verbena.attr.GidEntry;
import org.verbena.attr.GidType;

class CmAddressesTest {
    private final DeviceContext context = mock(DeviceContext.class);

    @ParameterizedTest
    @CsvSource({"10.0.0.1, 10.0.0.250", "10.0.0.250, 10.0.0.251"})
    void theSilentAddressIsNotThatOfTheDevice(String own, String silent) throws Exception {
        byte[] ip = InetAddress.getByName(own).getAddress();
        Gid gid = Gid.of(ByteBuffer.allocate(Gid.LENGTH)
                .putShort(10, (short) 0xFFFF)
                .put(12, ip)
                .array());
        when(context.queryGidTable()).thenReturn(List.of(new GidEntry(gid, 0, 1, GidType.ROCE_V2.value(), 0)));

        CmAddresses addresses = new CmAddresses(context);

        assertThat(addresses.describe(InetAddress.getByName(own))).isEqualTo("OWN");
        assertThat(addresses.describe(InetAddress.getByName(silent))).isEqualTo("SILENT");
    }
}
