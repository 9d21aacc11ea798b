package org.verbena.spi.driver;

/** An indirection table. */
public interface DriverRwqIndTable extends DriverObject {
    /**
     * The number.
     *
     * @return {@code ind_tbl_num}
     */
    long indTblNum();
}
