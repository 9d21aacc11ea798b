/**
 * The differential random walk: random sequences of commands are run on a device and on the simulator with the device's
 * model, side by side, and each answer must be the same. On the control path the commands create, change, query and
 * destroy objects. On the data path they post work requests, and what follows from each must be the same. A sequence on
 * which they differ is shrunk to one that a person can read and that can be run again.
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.fidelity.walk;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
