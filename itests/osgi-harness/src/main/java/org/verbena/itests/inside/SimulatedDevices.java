// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.inside;

import java.util.ArrayList;
import java.util.List;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.SendBatch;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.connect.Connector;
import org.verbena.error.VerbsException;

/** Uses the devices of the simulator, which its configuration defines. */
public final class SimulatedDevices {
    private SimulatedDevices() {}

    /**
     * Returns the names of all devices.
     *
     * @return their names
     */
    public static List<String> devices() {
        return Services.named("sim").devices().stream().map(Device::name).toList();
    }

    /**
     * Returns the number of ports.
     *
     * @param device the name of the device
     * @return the number
     */
    public static int ports(String device) {
        try (DeviceContext context = open(device)) {
            return context.queryDevice().physPortCnt();
        }
    }

    /**
     * Creates protection domains until a number is reached or a call fails.
     *
     * @param device the name of the device
     * @param wanted the number to reach
     * @return {@code granted} for each created domain, and the name of the errno of the failed call
     */
    public static List<String> allocPds(String device, int wanted) {
        List<String> answers = new ArrayList<>();
        try (DeviceContext context = open(device)) {
            while (answers.size() < wanted) {
                context.allocPd();
                answers.add("granted");
            }
        } catch (VerbsException e) {
            answers.add(e.errno().name());
        }
        return answers;
    }

    /**
     * Sends an empty message to another device. The clock advances without waiting.
     *
     * @param from the name of the sending device
     * @param to the name of the receiving device
     * @return the status of the completion
     */
    public static String send(String from, String to) {
        try (DeviceContext near = open(from);
                DeviceContext far = open(to)) {
            CompletionQueue cq = near.createCq(CqInitAttr.builder().cqe(4).build());
            QueuePair client = QueuePairs.create(near.allocPd(), cq);
            ProtectionDomain pd = far.allocPd();
            QueuePair server = QueuePairs.create(
                    pd, far.createCq(CqInitAttr.builder().cqe(4).build()));
            Connector.create().connect(client, server);
            RecvBatch receive = far.newRecvBatch(1, 1);
            receive.add().sge(pd.allocMr(1, Flags.of(AccessFlag.LOCAL_WRITE)));
            server.postRecv(receive);
            SendBatch send = near.newSendBatch(1, 1, 0);
            send.add().send().noData().signaled();
            client.postSend(send);
            CompletionArray completions = near.newCompletionArray(1);
            // Each poll advances the clock to the next of seven retries.
            for (int polls = 0; cq.poll(completions) == 0; polls++) {
                if (polls == 100) {
                    return "none";
                }
            }
            return completions.status(0).toString();
        }
    }

    private static DeviceContext open(String device) {
        return Services.named("sim").device(device).open();
    }
}
