// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import org.verbena.provider.sim.wire.Path;
import org.verbena.provider.sim.wire.Route;

/**
 * A destination of messages.
 *
 * @param path the path to the destination
 * @param route the addresses in the headers of messages
 * @param domain the protection domain of an address handle; any value for a connection
 */
public record AddressVector(Path path, Route route, Object domain) {}
