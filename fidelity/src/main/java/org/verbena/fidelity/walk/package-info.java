// SPDX-License-Identifier: Apache-2.0
/**
 * A differential random walk. It runs random sequences of commands on a device and on the simulator with the device's
 * model, and compares each answer. On the control path, commands create, change, query and destroy objects. On the data
 * path, commands post work requests, and the effects of each are compared. The path of connection management compares
 * the events and the states of identifiers. A sequence with a difference is shrunk until
 * it is easy to read, and can be replayed.
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.fidelity.walk;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
