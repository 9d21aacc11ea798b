package org.verbena.spi.driver;

/** An XRC domain. */
public interface DriverXrcd extends DriverObject {}
