// SPDX-License-Identifier: Apache-2.0
/**
 * The contract of driver models. A {@link org.verbena.spi.model.DriverModel} decides which requests a driver grants and
 * which it rejects. It returns a {@link org.verbena.spi.model.Verdict}: a grant, or an error number with the violated
 * rules. {@link org.verbena.spi.model.Limits} are the numbers of a device, and {@link org.verbena.spi.model.DataPath}
 * describes how its driver executes work requests.
 *
 * <p>Requests contain no handles, so a model can be applied to objects that do not exist. All public types are
 * immutable and thread-safe. The module {@code org.verbena.core} contains the models.
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.spi.model;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
