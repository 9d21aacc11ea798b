package org.verbena.spi.driver;

/** A memory region. */
public interface DriverMr extends DriverObject {
    /**
     * The first byte.
     *
     * @return {@code addr}
     */
    long address();

    /**
     * The number of bytes.
     *
     * @return {@code length}, unsigned
     */
    long length();

    /**
     * The local key.
     *
     * @return {@code lkey}, 0..4294967295
     */
    long lkey();

    /**
     * The remote key.
     *
     * @return {@code rkey}, 0..4294967295
     */
    long rkey();
}
