// SPDX-License-Identifier: Apache-2.0
/**
 * The packets of RoCEv2: the transport headers of InfiniBand and their checksum, in UDP datagrams.
 *
 * <p>The classes of this package are flyweights. They read and write headers in place, in buffers of their caller, and
 * allocate nothing for a packet. They check lengths and never trust a packet. They contain no socket and no thread.
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.rocev2;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
