package org.verbena.connect;

import org.verbena.AhAttr;
import org.verbena.Mtu;

/**
 * The other side of a connection as this side sees it.
 *
 * @param endpoint what it told of itself
 * @param address its address from here; datagrams need an address handle made of it, see
 *     {@link org.verbena.ProtectionDomain#createAh}
 * @param mtu the path MTU that both sides can do
 */
public record Peer(Endpoint endpoint, AhAttr address, Mtu mtu) {}
