package org.verbena.async;

import org.verbena.AddressHandle;

/**
 * The receiver of a datagram.
 *
 * @param address its address
 * @param qpNum the number of its queue pair, 24 bits
 * @param qkey its Q_Key
 */
public record Destination(AddressHandle address, long qpNum, long qkey) {}
