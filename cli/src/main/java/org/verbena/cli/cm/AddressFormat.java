// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.cm;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.verbena.cm.AddrInfo;
import org.verbena.cm.PortSpace;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The formats of addresses on the command line, and how they are resolved. */
enum AddressFormat {
    /** A name or an address. */
    NAME,

    /** An address. */
    IP,

    /** An address; C treats it like {@link #IP}. */
    IPV6;

    /** Resolves the address that a server listens on; null for all addresses. */
    AddrInfo passive(PortSpace portSpace, @Nullable String node, int port) {
        return hints(portSpace).passive().resolve(node, port);
    }

    /** Resolves the address of a server, and the local address if it is not null. */
    AddrInfo active(PortSpace portSpace, @Nullable String source, @Nullable String node, int port) {
        AddrInfo.Hints hints = hints(portSpace);
        if (source != null) {
            passive(portSpace, source, 0).source().ifPresent(hints::source);
        }
        return hints.resolve(node, port);
    }

    private AddrInfo.Hints hints(PortSpace portSpace) {
        AddrInfo.Hints hints = AddrInfo.hints().portSpace(portSpace);
        return this == NAME ? hints : hints.numericHost();
    }

    /** Converts the argument of {@code -f}. */
    static final class Converter implements ITypeConverter<AddressFormat> {
        @Override
        public AddressFormat convert(String text) {
            return switch (text.toLowerCase(Locale.ROOT)) {
                case "name" -> NAME;
                case "ip" -> IP;
                case "ipv6" -> IPV6;
                default -> throw new TypeConversionException("'" + text + "' is not one of name, ip, ipv6");
            };
        }
    }

    /** Converts the argument of {@code -P} of ucmatose. */
    static final class ConnectedSpace implements ITypeConverter<PortSpace> {
        @Override
        public PortSpace convert(String text) {
            return switch (text.toLowerCase(Locale.ROOT)) {
                case "tcp" -> PortSpace.TCP;
                case "ib" -> PortSpace.IB;
                default -> throw new TypeConversionException("'" + text + "' is not one of tcp, ib");
            };
        }
    }

    /** Converts the argument of {@code -P} of udaddy and {@code -p} of mckey. */
    static final class DatagramSpace implements ITypeConverter<PortSpace> {
        @Override
        public PortSpace convert(String text) {
            return switch (text.toLowerCase(Locale.ROOT)) {
                case "udp", "0x111", "0x0111", "273" -> PortSpace.UDP;
                case "ipoib", "0x2", "0x0002", "2" -> PortSpace.IPOIB;
                default -> throw new TypeConversionException("'" + text + "' is not one of udp, ipoib");
            };
        }
    }
}
