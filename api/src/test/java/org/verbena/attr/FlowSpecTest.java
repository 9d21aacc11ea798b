// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.error.InvalidRequestException;

/** Tests which packets the specifications and attributes of a flow rule describe. */
class FlowSpecTest {
    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    private static Inet4Address ipv4(String address) throws UnknownHostException {
        return (Inet4Address) InetAddress.getByName(address);
    }

    private static Inet6Address ipv6(String address) throws UnknownHostException {
        return (Inet6Address) InetAddress.getByName(address);
    }

    // ---------------------------------------------------------------- specifications

    @Test
    void ethernetFramesAreSelectedByDestination() {
        FlowSpec spec = FlowSpec.ethDst(bytes(2, 0, 0, 0xAB, 0xCD, 0xEF));

        assertThat(spec.type()).isEqualTo(FlowSpecType.ETH);
        assertThat(spec.value()).isEqualTo(Arrays.copyOf(bytes(2, 0, 0, 0xAB, 0xCD, 0xEF), 16));
        assertThat(spec.mask()).isEqualTo(Arrays.copyOf(bytes(0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF), 16));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5, 7})
    void anEthernetAddressHasSixBytes(int length) {
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> FlowSpec.ethDst(new byte[length]))
                .withMessageContaining("dst_mac = " + length + " bytes, limit 6 bytes");
    }

    @Test
    void ipv4PacketsAreSelectedByTheAddressesThatAreGiven() throws UnknownHostException {
        Optional<Inet4Address> src = Optional.of(ipv4("10.1.2.3"));
        Optional<Inet4Address> dst = Optional.of(ipv4("192.0.2.4"));

        FlowSpec both = FlowSpec.ipv4(src, dst);
        FlowSpec from = FlowSpec.ipv4(src, Optional.empty());
        FlowSpec to = FlowSpec.ipv4(Optional.empty(), dst);

        assertThat(both.type()).isEqualTo(FlowSpecType.IPV4);
        assertThat(both.value()).isEqualTo(bytes(10, 1, 2, 3, 192, 0, 2, 4));
        assertThat(both.mask()).isEqualTo(bytes(0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF));
        assertThat(from.value()).isEqualTo(bytes(10, 1, 2, 3, 0, 0, 0, 0));
        assertThat(from.mask()).isEqualTo(bytes(0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0));
        assertThat(to.value()).isEqualTo(bytes(0, 0, 0, 0, 192, 0, 2, 4));
        assertThat(to.mask()).isEqualTo(bytes(0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF));
    }

    @Test
    void ipv6PacketsAreSelectedByTheAddressesThatAreGiven() throws UnknownHostException {
        Inet6Address src = ipv6("2001:db8::1");
        Inet6Address dst = ipv6("2001:db8::2");
        byte[] exact = new byte[16];
        Arrays.fill(exact, (byte) -1);

        FlowSpec both = FlowSpec.ipv6(Optional.of(src), Optional.of(dst));
        FlowSpec any = FlowSpec.ipv6(Optional.empty(), Optional.empty());

        assertThat(both.type()).isEqualTo(FlowSpecType.IPV6);
        assertThat(both.value()).hasSize(40).startsWith(src.getAddress()).endsWith(new byte[8]);
        assertThat(Arrays.copyOfRange(both.value(), 16, 32)).isEqualTo(dst.getAddress());
        assertThat(Arrays.copyOfRange(both.mask(), 0, 16)).isEqualTo(exact);
        assertThat(Arrays.copyOfRange(both.mask(), 16, 32)).isEqualTo(exact);
        assertThat(Arrays.copyOfRange(both.mask(), 32, 40)).isEqualTo(new byte[8]);
        assertThat(any.mask()).isEqualTo(new byte[40]);
    }

    static Stream<FlowSpec> both() {
        return Stream.of(
                FlowSpec.tcp(OptionalInt.of(0x1234), OptionalInt.of(65_535)),
                FlowSpec.udp(OptionalInt.of(0x1234), OptionalInt.of(65_535)));
    }

    @Test
    void portsAreInNetworkOrderWithTheDestinationFirst() {
        assertThat(both()).extracting(FlowSpec::type).containsExactly(FlowSpecType.TCP, FlowSpecType.UDP);
        assertThat(both()).allSatisfy(spec -> {
            assertThat(spec.value()).isEqualTo(bytes(0xFF, 0xFF, 0x12, 0x34));
            assertThat(spec.mask()).isEqualTo(bytes(0xFF, 0xFF, 0xFF, 0xFF));
        });
    }

    @Test
    void anOmittedPortMatchesAnyPort() {
        FlowSpec from = FlowSpec.tcp(OptionalInt.of(80), OptionalInt.empty());
        FlowSpec to = FlowSpec.udp(OptionalInt.empty(), OptionalInt.of(0));

        assertThat(from.value()).isEqualTo(bytes(0, 0, 0, 80));
        assertThat(from.mask()).isEqualTo(bytes(0, 0, 0xFF, 0xFF));
        assertThat(to.value()).isEqualTo(bytes(0, 0, 0, 0));
        assertThat(to.mask()).isEqualTo(bytes(0xFF, 0xFF, 0, 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 65_536})
    void aPortHas16Bits(int port) {
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> FlowSpec.tcp(OptionalInt.of(port), OptionalInt.empty()))
                .withMessageContaining("port = " + port + ", limit 0..65535");
    }

    // ---------------------------------------------------------------- rules

    @Test
    void aRuleMatchesAllPacketsOfPort1ByDefault() {
        FlowAttr rule = FlowAttr.builder().build();

        assertThat(rule.type()).isEqualTo(FlowAttrType.NORMAL);
        assertThat(rule.priority()).isZero();
        assertThat(rule.port()).isEqualTo(1);
        assertThat(rule.flags()).isEqualTo(Flags.none(FlowFlag.class));
        assertThat(rule.specs()).isEmpty();
    }

    @Test
    void aRuleKeepsTheValuesOfItsBuilder() {
        FlowSpec outer = FlowSpec.ethDst(new byte[6]);
        FlowSpec inner = FlowSpec.udp(OptionalInt.empty(), OptionalInt.of(4791));
        FlowAttr.Builder builder = FlowAttr.builder()
                .type(FlowAttrType.SNIFFER)
                .priority(65_535)
                .port(255)
                .flags(Flags.of(FlowFlag.DONT_TRAP, FlowFlag.EGRESS))
                .spec(outer)
                .spec(inner);

        FlowAttr rule = builder.build();
        builder.spec(outer);

        assertThat(rule.type()).isEqualTo(FlowAttrType.SNIFFER);
        assertThat(rule.priority()).isEqualTo(65_535);
        assertThat(rule.port()).isEqualTo(255);
        assertThat(rule.flags()).isEqualTo(Flags.of(FlowFlag.DONT_TRAP, FlowFlag.EGRESS));
        assertThat(rule.specs()).containsExactly(outer, inner);
    }

    @Test
    void valuesTooLargeForTheFieldsOfCAreRefused() {
        FlowAttr.Builder builder = FlowAttr.builder();

        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> builder.priority(65_536))
                .withMessageContaining("priority = 65536, limit 0..65535");
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> builder.port(256))
                .withMessageContaining("port = 256, limit 0..255");
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> builder.flags(Flags.ofMask(FlowFlag.class, 1L << 32)))
                .withMessageContaining("flags");
    }

    // ---------------------------------------------------------------- constants

    @ParameterizedTest
    @CsvSource({
        "ETH, 0x20, IBV_FLOW_SPEC_ETH",
        "IPV4, 0x30, IBV_FLOW_SPEC_IPV4",
        "IPV6, 0x31, IBV_FLOW_SPEC_IPV6",
        "IPV4_EXT, 0x32, IBV_FLOW_SPEC_IPV4_EXT",
        "ESP, 0x34, IBV_FLOW_SPEC_ESP",
        "TCP, 0x40, IBV_FLOW_SPEC_TCP",
        "UDP, 0x41, IBV_FLOW_SPEC_UDP",
        "VXLAN_TUNNEL, 0x50, IBV_FLOW_SPEC_VXLAN_TUNNEL",
        "GRE, 0x51, IBV_FLOW_SPEC_GRE",
        "MPLS, 0x60, IBV_FLOW_SPEC_MPLS",
        "ACTION_TAG, 0x1000, IBV_FLOW_SPEC_ACTION_TAG",
        "ACTION_DROP, 0x1001, IBV_FLOW_SPEC_ACTION_DROP"
    })
    void specificationsHaveTheNumbersOfC(FlowSpecType type, int value, String name) {
        assertThat(type.value()).isEqualTo(value);
        assertThat(type.cName()).isEqualTo(name);
    }

    @ParameterizedTest
    @CsvSource({
        "NORMAL, 0, IBV_FLOW_ATTR_NORMAL",
        "ALL_DEFAULT, 1, IBV_FLOW_ATTR_ALL_DEFAULT",
        "MC_DEFAULT, 2, IBV_FLOW_ATTR_MC_DEFAULT",
        "SNIFFER, 3, IBV_FLOW_ATTR_SNIFFER"
    })
    void rulesHaveTheNumbersOfC(FlowAttrType type, int value, String name) {
        assertThat(type.value()).isEqualTo(value);
        assertThat(type.cName()).isEqualTo(name);
    }

    @ParameterizedTest
    @CsvSource({"DONT_TRAP, 2, IBV_FLOW_ATTR_FLAGS_DONT_TRAP", "EGRESS, 4, IBV_FLOW_ATTR_FLAGS_EGRESS"})
    void flagsHaveTheBitsOfC(FlowFlag flag, long mask, String name) {
        assertThat(flag.mask()).isEqualTo(mask);
        assertThat(flag.cName()).isEqualTo(name);
    }
}
