package org.verbena.async;

import org.verbena.AddressHandle;

/**
 * The receiver of a datagram, or a group of them.
 *
 * @param address its address, of the same protection domain as the sender; open until nothing is sent there any more
 * @param qpNum the number of its queue pair, 0..16777215; 16777215 for a multicast group
 * @param qkey its Q_Key, 0..4294967295; with bit 31 set the one of the sending queue pair is used
 */
public record Destination(AddressHandle address, long qpNum, long qkey) {}
