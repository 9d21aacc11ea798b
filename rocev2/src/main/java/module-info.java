// SPDX-License-Identifier: Apache-2.0
/** The packets of RoCEv2, and captures of them. */
@SuppressWarnings("module") // the 2 is part of the name of the protocol
module org.verbena.rocev2 {
    requires static org.jspecify;
    requires static org.osgi.annotation.bundle;
    requires static org.osgi.annotation.versioning;

    exports org.verbena.rocev2;
    exports org.verbena.rocev2.pcap;
}
