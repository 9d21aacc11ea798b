package org.verbena.spi.driver;

/** A flow rule. */
public interface DriverFlow extends DriverObject {}
