package org.verbena;

/**
 * What a tag-matching completion says of its message: {@code struct ibv_wc_tm_info}.
 *
 * @param tag the sender's tag
 * @param priv the sender's application data, 0..4294967295
 */
public record TmInfo(long tag, long priv) {}
