// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.ibcm;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The connections of a host by the numbers in messages: {@code struct ib_cm} of the kernel. */
final class CmTables {
    /** A number that is unique on one device of a peer. */
    private record RemoteKey(long guid, int number) {}

    private final Map<Integer, IbCmConnection> byLocalId = new HashMap<>();
    private final Map<RemoteKey, IbCmConnection> byRemoteId = new HashMap<>();
    private final Map<RemoteKey, IbCmConnection> byRemoteQpn = new HashMap<>();
    private final Map<Integer, IbCmConnection> sidrRequests = new HashMap<>();

    boolean isTaken(int localId) {
        return byLocalId.containsKey(localId);
    }

    void add(IbCmConnection connection) {
        byLocalId.put(connection.ids().localId, connection);
    }

    /** Returns a connection if its peer has the given ID, 0 for an unknown peer: {@code cm_acquire_id}. */
    @Nullable
    IbCmConnection find(int localId, int remoteId) {
        IbCmConnection found = byLocalId.get(localId);
        return found != null && found.ids().remoteId == remoteId ? found : null;
    }

    /** Returns a connection by the ID of its peer: {@code cm_find_remote_id}. */
    @Nullable
    IbCmConnection findRemote(long guid, int remoteId) {
        return byRemoteId.get(new RemoteKey(guid, remoteId));
    }

    /** Adds the ID of a peer. Returns the connection that has it already: {@code cm_insert_remote_id}. */
    @Nullable
    IbCmConnection addRemoteId(IbCmConnection connection, int remoteId) {
        return byRemoteId.putIfAbsent(new RemoteKey(connection.ids().remoteGuid, remoteId), connection);
    }

    /** Adds the queue pair of a peer. Returns the connection that has it: {@code cm_insert_remote_qpn}. */
    @Nullable
    IbCmConnection addRemoteQpn(IbCmConnection connection) {
        RemoteKey key = new RemoteKey(connection.ids().remoteGuid, connection.terms().remoteQpn);
        return byRemoteQpn.putIfAbsent(key, connection);
    }

    /** Adds a request for datagrams. Returns false for a duplicate: {@code cm_insert_remote_sidr}. */
    boolean addSidr(IbCmConnection connection) {
        return sidrRequests.putIfAbsent(connection.ids().remoteId, connection) == null;
    }

    /** Removes the keys of the peer, as far as they belong to the connection: {@code cm_remove_remote}. */
    void forgetPeer(IbCmConnection connection, int remoteId) {
        long guid = connection.ids().remoteGuid;
        byRemoteId.remove(new RemoteKey(guid, remoteId), connection);
        byRemoteQpn.remove(new RemoteKey(guid, connection.terms().remoteQpn), connection);
        sidrRequests.remove(remoteId, connection);
    }

    void remove(IbCmConnection connection) {
        byLocalId.remove(connection.ids().localId, connection);
    }

    int size() {
        return byLocalId.size() + byRemoteId.size() + byRemoteQpn.size() + sidrRequests.size();
    }
}
