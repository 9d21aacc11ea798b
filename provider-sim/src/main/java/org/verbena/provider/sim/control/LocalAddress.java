// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.control;

import java.net.InetAddress;
import org.verbena.attr.Gid;

/**
 * An IP address of a device, as connection management uses it.
 *
 * @param ip the address
 * @param gid its GID
 * @param device the device
 * @param portNum the port of the device
 * @param gidIndex the index of the GID with type RoCE v2, or of its first entry, in the table of the port
 * @param link the index of the network interface, 0 within the process
 */
public record LocalAddress(InetAddress ip, Gid gid, ManagedDevice device, int portNum, int gidIndex, int link) {}
