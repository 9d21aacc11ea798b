// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi;

import org.osgi.annotation.versioning.ProviderType;

/** An XRC domain. */
@ProviderType
public interface DriverXrcd extends DriverObject {}
