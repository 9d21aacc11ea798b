// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi;

import org.osgi.annotation.versioning.ProviderType;

/** An address handle. */
@ProviderType
public interface DriverAh extends ReferencedObject {}
