// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

/**
 * The message information of a tag-matching completion: {@code struct ibv_wc_tm_info}.
 *
 * @param tag the tag of the sender
 * @param priv the application data of the sender, 0..4294967295
 */
public record TmInfo(long tag, long priv) implements StructRecord {}
