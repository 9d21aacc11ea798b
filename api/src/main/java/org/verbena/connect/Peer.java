// SPDX-License-Identifier: Apache-2.0
package org.verbena.connect;

import org.verbena.attr.AhAttr;
import org.verbena.attr.Mtu;

/**
 * The remote side of a connection, as seen from this side.
 *
 * @param endpoint the attributes that the peer sent
 * @param address the address of the peer; to send datagrams, create an address handle from it with
 *     {@link org.verbena.ProtectionDomain#createAh}
 * @param mtu the path MTU that both sides support
 */
public record Peer(EndpointAttributes endpoint, AhAttr address, Mtu mtu) {}
