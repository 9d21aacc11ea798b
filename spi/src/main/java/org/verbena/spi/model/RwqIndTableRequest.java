package org.verbena.spi.model;

/**
 * A request for an indirection table, for {@code ibv_create_rwq_ind_table(3)}.
 *
 * @param logIndTblSize {@code log_ind_tbl_size}: 2 to this power is the number of work queues
 * @param compMask {@code comp_mask}
 */
public record RwqIndTableRequest(int logIndTblSize, long compMask) {}
