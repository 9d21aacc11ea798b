// SPDX-License-Identifier: Apache-2.0
/**
 * Connection management, as a provider implements it. The runtime creates queue pairs, changes their state and attaches
 * them to multicast groups. A driver only manages identifiers, and passes the number of a queue pair to the peer.
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.spi.cm;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
