// SPDX-License-Identifier: Apache-2.0
/** SocketChannel, ServerSocketChannel and Selector over RDMA. */
module org.verbena.channels {
    requires static org.jspecify;
    requires static org.osgi.annotation.bundle;
    requires static org.osgi.annotation.versioning;
    requires transitive org.verbena.api;

    exports org.verbena.channels;
}
