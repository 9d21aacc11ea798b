// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.cm;

import java.util.Locale;

/** The functions of librdmacm in use, with the version of their symbols. */
enum CmVerb {
    CREATE_EVENT_CHANNEL,
    DESTROY_EVENT_CHANNEL,
    CREATE_ID,
    DESTROY_ID,
    BIND_ADDR,
    RESOLVE_ADDR,
    RESOLVE_ROUTE,
    LISTEN,
    CONNECT,
    ACCEPT,
    REJECT,
    DISCONNECT,
    NOTIFY,
    MIGRATE_ID,
    GET_CM_EVENT,
    ACK_CM_EVENT,
    JOIN_MULTICAST,
    LEAVE_MULTICAST,
    SET_OPTION,

    JOIN_MULTICAST_EX(Version.RDMACM_1_1, false),
    ESTABLISH(Version.RDMACM_1_2, true),
    INIT_QP_ATTR(Version.RDMACM_1_2, true),
    REJECT_ECE(Version.RDMACM_1_3, false),
    GET_REMOTE_ECE(Version.RDMACM_1_3, false),
    SET_LOCAL_ECE(Version.RDMACM_1_3, false);

    /** The versions of symbols, with the release of rdma-core that added them (debian/librdmacm1.symbols). */
    enum Version {
        RDMACM_1_0("1.0.15"),
        RDMACM_1_1("16"),
        RDMACM_1_2("23"),
        RDMACM_1_3("31");

        private final String release;

        Version(String release) {
            this.release = release;
        }

        @Override
        public String toString() {
            return name().replaceFirst("_(\\d)_", "_$1.") + " of rdma-core " + release;
        }
    }

    private final Version version;
    private final boolean required;

    CmVerb() {
        this(Version.RDMACM_1_0, true);
    }

    CmVerb(Version version, boolean required) {
        this.version = version;
        this.required = required;
    }

    /** Returns the name of the function. */
    String cName() {
        return "rdma_" + name().toLowerCase(Locale.ROOT);
    }

    /** Returns the version of the symbol. */
    Version version() {
        return version;
    }

    /** Returns whether every connection needs the function. */
    boolean isRequired() {
        return required;
    }
}
