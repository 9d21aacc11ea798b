// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.option;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A TCP address.
 *
 * @param host a name or address; empty for the loopback address of this host
 * @param port the port, 0..65535
 */
public record HostPort(String host, int port) {
    private static final int MAX_PORT = 65_535;

    public InetSocketAddress address() {
        return host.isEmpty()
                ? new InetSocketAddress(InetAddress.getLoopbackAddress(), port)
                : new InetSocketAddress(host, port);
    }

    /** Converts {@code HOST:PORT}, {@code [IPV6]:PORT} and {@code :PORT}. */
    public static final class Converter implements ITypeConverter<HostPort> {
        @Override
        public HostPort convert(String text) {
            int colon = text.lastIndexOf(':');
            String host = text.substring(0, Math.max(0, colon));
            boolean bracketed = host.startsWith("[") && host.endsWith("]");
            if (colon < 0 || (host.contains(":") && !bracketed)) {
                throw wrong(text);
            }
            return new HostPort(bracketed ? host.substring(1, host.length() - 1) : host, port(text, colon));
        }

        private static int port(String text, int colon) {
            String digits = text.substring(colon + 1);
            if (!digits.matches("\\d{1,5}") || Integer.parseInt(digits) > MAX_PORT) {
                throw wrong(text);
            }
            return Integer.parseInt(digits);
        }

        private static TypeConversionException wrong(String text) {
            return new TypeConversionException("'" + text + "' is not HOST:PORT, [IPV6]:PORT or :PORT");
        }
    }
}
