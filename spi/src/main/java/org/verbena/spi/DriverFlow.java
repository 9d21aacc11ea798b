// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi;

import org.osgi.annotation.versioning.ProviderType;

/** A flow rule. */
@ProviderType
public interface DriverFlow extends DriverObject {}
