// SPDX-License-Identifier: Apache-2.0
/**
 * Recording and replay of driver answers. A vector is a request and the answer of a driver, stored as one JSON object
 * per line. A replay sends the request to a model or to a device and compares the answers. Values are immutable and
 * thread-safe.
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.fidelity.vector;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
