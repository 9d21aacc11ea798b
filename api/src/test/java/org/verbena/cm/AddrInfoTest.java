// SPDX-License-Identifier: Apache-2.0
package org.verbena.cm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.Inet6Address;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;

class AddrInfoTest {
    @Test
    void anActiveEndpointHasADestination() {
        AddrInfo info = AddrInfo.hints().portSpace(PortSpace.UDP).resolve("10.99.0.1", 7174);

        assertThat(info.portSpace()).isEqualTo(PortSpace.UDP);
        assertThat(info.source()).isEmpty();
        assertThat(info.destination()).contains(new InetSocketAddress("10.99.0.1", 7174));
    }

    @Test
    void theLocalAddressOfAnActiveEndpointIsKept() {
        InetSocketAddress local = new InetSocketAddress("10.99.0.2", 0);

        AddrInfo info = AddrInfo.hints().source(local).resolve("10.99.0.1", 7174);

        assertThat(info.source()).contains(local);
    }

    @Test
    void aPassiveEndpointWithoutNodeHasTheWildcardAddress() {
        InetSocketAddress ipv4 = source(AddrInfo.hints().passive());
        InetSocketAddress ipv6 = source(AddrInfo.hints().passive().family(AddrInfo.Family.INET6));

        assertThat(ipv4.getAddress().isAnyLocalAddress()).isTrue();
        assertThat(ipv6.getAddress()).isInstanceOf(Inet6Address.class);
        assertThat(ipv6.getAddress().isAnyLocalAddress()).isTrue();
    }

    private static InetSocketAddress source(AddrInfo.Hints hints) {
        AddrInfo info = hints.resolve(null, 7174);
        assertThat(info.destination()).isEmpty();
        return info.source().orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"::1", "fe80::1", "127.0.0.1"})
    void numericAddressesNeedNoNameService(String node) {
        assertThat(AddrInfo.hints().numericHost().resolve(node, 1).destination())
                .isPresent();
    }

    @Test
    void numericHostRefusesAHostName() {
        assertThatThrownBy(() -> AddrInfo.hints().numericHost().resolve("localhost", 1))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("node = localhost, limit a numeric address");
    }

    @Test
    void anAddressOfAnotherFamilyIsNotFound() {
        assertThatThrownBy(() -> AddrInfo.hints().family(AddrInfo.Family.INET6).resolve("127.0.0.1", 1))
                .isInstanceOfSatisfying(
                        VerbsException.class, e -> assertThat(e.errno()).isEqualTo(Errno.EADDRNOTAVAIL))
                .hasMessageContaining("127.0.0.1 has no address of family INET6");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 65_536})
    void aPortHas16Bits(int port) {
        assertThatThrownBy(() -> AddrInfo.hints().resolve("127.0.0.1", port))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("service = " + port + ", limit 0..65535");
    }

    @Test
    void anActiveEndpointNeedsANode() {
        assertThatThrownBy(() -> AddrInfo.hints().resolve(null, 1))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("an active endpoint has a peer");
    }
}
