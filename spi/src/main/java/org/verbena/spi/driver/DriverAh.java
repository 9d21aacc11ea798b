package org.verbena.spi.driver;

/** An address handle. */
public interface DriverAh extends DriverReferent {}
