package org.verbena.spi.driver;

/** A completion channel. */
public interface DriverCompChannel extends DriverObject {
    /**
     * The file descriptor.
     *
     * @return {@code fd}, -1 where there is none
     */
    int fd();
}
