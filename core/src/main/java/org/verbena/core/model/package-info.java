// SPDX-License-Identifier: Apache-2.0
/**
 * The catalogue of driver models. {@link org.verbena.core.model.DriverModels} lists the models and finds them by name.
 * {@link org.verbena.core.model.ModelFitting} selects the model of a device, with the limits that the device reports.
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.core.model;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
