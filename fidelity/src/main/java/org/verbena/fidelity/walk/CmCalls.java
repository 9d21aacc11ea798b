// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.net.InetSocketAddress;
import java.time.Duration;
import org.verbena.cm.CmId;
import org.verbena.cm.JoinFlag;
import org.verbena.cm.MulticastGroup;
import org.verbena.cm.PortSpace;

/** Executes calls that create, bind, resolve and destroy the objects of connection management. */
final class CmCalls {
    private CmCalls() {}

    static StepAnswer createChannel(WalkDevice device, Step step) {
        device.cm().createChannel(step);
        return StepAnswer.ok();
    }

    static StepAnswer destroyChannel(WalkDevice device, Step step) {
        device.cm().channel(step).close();
        return StepAnswer.ok();
    }

    static StepAnswer createId(WalkDevice device, Step step) {
        device.cm().created(step.number(), device.cm().channel(step).createId(portSpace(step)));
        return StepAnswer.ok();
    }

    private static PortSpace portSpace(Step step) {
        long number = step.arguments().number(StepField.PS);
        for (PortSpace space : PortSpace.values()) {
            if (space.value() == number) {
                return space;
            }
        }
        return PortSpace.TCP;
    }

    static StepAnswer destroyId(WalkDevice device, Step step) {
        device.cm().id(step).id().close();
        return StepAnswer.ok();
    }

    static StepAnswer bindAddr(WalkDevice device, Step step) {
        WalkedId id = device.cm().id(step);
        id.id().bindAddr(address(device, step, StepField.ADDR, StepField.PORT));
        id.reaches(CmPhase.BOUND);
        return StepAnswer.ok();
    }

    private static InetSocketAddress address(WalkDevice device, Step step, StepField ip, StepField port) {
        return new InetSocketAddress(
                device.cm().addresses().ip(step, ip), step.arguments().integer(port));
    }

    static StepAnswer resolveAddr(WalkDevice device, Step step) {
        WalkedId id = device.cm().id(step);
        InetSocketAddress destination = destination(device, step);
        Duration timeout = timeout(step);
        if (step.arguments().has(StepField.SRC_ADDR)) {
            InetSocketAddress source = address(device, step, StepField.SRC_ADDR, StepField.SRC_PORT);
            id.id().resolveAddr(source, destination, timeout);
        } else {
            id.id().resolveAddr(destination, timeout);
        }
        id.reaches(CmPhase.RESOLVING);
        return StepAnswer.ok();
    }

    private static InetSocketAddress destination(WalkDevice device, Step step) {
        InetSocketAddress fixed = address(device, step, StepField.DST_ADDR, StepField.DST_PORT);
        return device.cm()
                .find(step, StepField.DST_ID)
                .filter(peer -> !peer.id().isClosed())
                .flatMap(peer -> peer.id().localAddress())
                .map(peer -> new InetSocketAddress(fixed.getAddress(), peer.getPort()))
                .orElse(fixed);
    }

    private static Duration timeout(Step step) {
        return Duration.ofMillis(step.arguments().number(StepField.TIMEOUT_MS));
    }

    static StepAnswer resolveRoute(WalkDevice device, Step step) {
        device.cm().id(step).id().resolveRoute(timeout(step));
        return StepAnswer.ok();
    }

    static StepAnswer migrate(WalkDevice device, Step step) {
        device.cm().id(step).id().migrate(device.cm().channel(step));
        return StepAnswer.ok();
    }

    static StepAnswer join(WalkDevice device, Step step) {
        JoinFlag flag = step.arguments().number(StepField.JOIN_FLAGS) == JoinFlag.FULLMEMBER.value()
                ? JoinFlag.FULLMEMBER
                : JoinFlag.SENDONLY_FULLMEMBER;
        MulticastGroup group =
                device.cm().id(step).id().joinMulticast(device.cm().addresses().ip(step, StepField.ADDR), flag);
        device.cm().joined(step.number(), group);
        return StepAnswer.ok();
    }

    static StepAnswer leave(WalkDevice device, Step step) {
        device.cm().group(step).close();
        return StepAnswer.ok();
    }

    static StepAnswer option(WalkDevice device, Step step) {
        CmId id = device.cm().id(step).id();
        int value = step.arguments().integer(StepField.OPTVAL);
        switch (step.arguments().integer(StepField.OPTNAME)) {
            case 0 -> id.setTos(value);
            case 1 -> id.setReuseAddr(value != 0);
            case 2 -> id.setAfOnly(value != 0);
            default -> id.setAckTimeout(value);
        }
        return StepAnswer.ok();
    }

    /** Takes the events of a channel. The log contains them. */
    static StepAnswer takeEvents(WalkDevice device, Step step) {
        device.cm().channel(step).fd();
        return StepAnswer.ok();
    }
}
