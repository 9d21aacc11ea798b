package org.verbena.spi.driver;

import org.osgi.annotation.versioning.ProviderType;

/** A flow rule. */
@ProviderType
public interface DriverFlow extends DriverObject {}
