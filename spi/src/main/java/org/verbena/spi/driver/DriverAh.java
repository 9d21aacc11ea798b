package org.verbena.spi.driver;

/** An address handle. */
public interface DriverAh extends DriverObject {
    /**
     * What a work request holds for it.
     *
     * @return the number that a {@code struct ibv_send_wr} has in the place of {@code struct ibv_ah *}
     */
    long reference();
}
