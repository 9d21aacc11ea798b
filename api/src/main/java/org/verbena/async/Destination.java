// SPDX-License-Identifier: Apache-2.0
package org.verbena.async;

import org.verbena.AddressHandle;

/**
 * The receiver of a datagram: a queue pair or a multicast group.
 *
 * @param address the address handle, of the same protection domain as the sender; it must stay open as long as sends
 *     use it
 * @param qpNum the number of the queue pair, 0..16777215; 16777215 for a multicast group
 * @param qkey the Q_Key, 0..4294967295; if bit 31 is set, the device uses the Q_Key of the sending queue pair
 */
public record Destination(AddressHandle address, long qpNum, long qkey) {}
