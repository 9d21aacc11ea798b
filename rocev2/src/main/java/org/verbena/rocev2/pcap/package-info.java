// SPDX-License-Identifier: Apache-2.0
/** Reading and writing of captures in the pcap format, as tcpdump and Wireshark use them. */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.rocev2.pcap;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
