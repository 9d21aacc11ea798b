package org.verbena.spi.driver;

import org.osgi.annotation.versioning.ProviderType;

/** An XRC domain. */
@ProviderType
public interface DriverXrcd extends DriverObject {}
