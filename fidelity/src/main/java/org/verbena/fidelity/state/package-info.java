// SPDX-License-Identifier: Apache-2.0
/**
 * Support for taking the queue pairs of a device to a state that a test needs. Values are immutable and thread-safe.
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.fidelity.state;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
