package org.verbena.spi;

import org.osgi.annotation.versioning.ProviderType;

/** An indirection table. */
@ProviderType
public interface DriverRwqIndTable extends DriverObject {
    /**
     * Returns the table number.
     *
     * @return {@code ind_tbl_num}
     */
    long indTblNum();
}
