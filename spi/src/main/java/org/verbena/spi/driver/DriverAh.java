package org.verbena.spi.driver;

import org.osgi.annotation.versioning.ProviderType;

/** An address handle. */
@ProviderType
public interface DriverAh extends DriverReferent {}
