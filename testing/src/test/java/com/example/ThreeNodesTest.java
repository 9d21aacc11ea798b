// SPDX-License-Identifier: Apache-2.0
package com.example;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.verbena.DeviceContext;
import org.verbena.async.Message;
import org.verbena.async.WorkRequestException;
import org.verbena.attr.Gid;
import org.verbena.attr.GidEntry;
import org.verbena.cm.CmConnection;
import org.verbena.cm.CmConnector;
import org.verbena.cm.CmConnectorSettings;
import org.verbena.cm.CmListener;
import org.verbena.cm.ConnectionManager;
import org.verbena.provider.sim.SimFault;
import org.verbena.provider.sim.SimProvider;
import org.verbena.testing.Faults;
import org.verbena.testing.Simulator;
import org.verbena.testing.VerbsTest;

/** A leader sends records to two followers, over connections by address. Messages are lost, and a device fails. */
@VerbsTest
@Simulator(devices = 3)
class ThreeNodesTest {
    private static final int RECORDS = 20;

    private static InetAddress address(DeviceContext device) {
        return device.queryGidTable().stream()
                .map(GidEntry::gid)
                .filter(Gid::isMappedIpv4)
                .findFirst()
                .orElseThrow()
                .toInetAddress();
    }

    private static CmConnector connector(ConnectionManager manager, DeviceContext device) {
        return CmConnector.create(
                manager,
                CmConnectorSettings.builder()
                        .source(new InetSocketAddress(address(device), 0))
                        .ackTimeout(10)
                        .async(engine -> {})
                        .build());
    }

    private static void replicate(String record, CmConnection leader, CmConnection follower) throws Exception {
        CompletableFuture<Message> message = follower.asyncQp().recv();
        leader.asyncQp().send(StandardCharsets.UTF_8.encode(record)).get(60, SECONDS);
        assertEquals(
                record,
                StandardCharsets.UTF_8.decode(message.get(60, SECONDS).data()).toString());
    }

    @Test
    void recordsArriveUntilTheDeviceOfAFollowerFails(
            SimProvider provider, DeviceContext leader, DeviceContext near, DeviceContext far, Faults faults)
            throws Exception {
        try (ConnectionManager manager = ConnectionManager.open(provider);
                CmConnector leading = connector(manager, leader);
                CmConnector following = connector(manager, near);
                CmConnector failing = connector(manager, far);
                CmListener listener = leading.listen(new InetSocketAddress(address(leader), 0))) {
            CompletableFuture<CmConnection> toFollower = listener.acceptAsync();
            CmConnection follower = following.connect(listener.localAddress());
            CompletableFuture<CmConnection> toFailing = listener.acceptAsync();
            CmConnection failed = failing.connect(listener.localAddress());

            faults.inject(SimFault.drop().chance(0.05));
            for (int i = 0; i < RECORDS; i++) {
                replicate("record " + i, toFollower.get(60, SECONDS), follower);
                replicate("record " + i, toFailing.get(60, SECONDS), failed);
            }

            faults.removeDevice(2);
            assertThrows(ExecutionException.class, () -> failed.onDisconnect().get(60, SECONDS));
            CompletableFuture<Void> lost = toFailing.get().asyncQp().send(StandardCharsets.UTF_8.encode("lost"));
            ExecutionException e = assertThrows(ExecutionException.class, () -> lost.get(60, SECONDS));
            assertInstanceOf(WorkRequestException.class, e.getCause());
            assertFalse(failed.isConnected());
            replicate("the last record", toFollower.get(), follower);
        }
    }
}
