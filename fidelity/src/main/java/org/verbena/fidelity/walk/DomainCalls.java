// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.VerbsObject;
import org.verbena.XrcdInitAttr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;

/** Executes calls on domains and on the objects that need only a domain, and the destroy call. */
final class DomainCalls {
    private DomainCalls() {}

    static StepAnswer allocPd(WalkDevice device, Step step) {
        return device.made(step, device.context().allocPd());
    }

    static StepAnswer openXrcd(WalkDevice device, Step step) {
        StepArguments arguments = step.arguments();
        XrcdInitAttr.Builder attr = XrcdInitAttr.builder();
        arguments.ifPresent(StepField.FD, value -> attr.fd((int) value));
        arguments.ifPresent(StepField.OFLAGS, value -> attr.oflags((int) value));
        return device.made(step, device.context().openXrcd(attr.build()));
    }

    static StepAnswer createAh(WalkDevice device, Step step) {
        ProtectionDomain pd = device.object(step, StepField.PD, ProtectionDomain.class);
        return device.made(step, pd.createAh(Addresses.vector(device, step.arguments(), StepField.AH_PORT_NUM)));
    }

    static StepAnswer regMr(WalkDevice device, Step step) {
        ProtectionDomain pd = device.object(step, StepField.PD, ProtectionDomain.class);
        MemoryRegion mr = pd.regMr(
                device.memory(step),
                Flags.ofMask(AccessFlag.class, step.arguments().number(StepField.ACCESS)));
        return device.made(step, mr).with("length", mr.length());
    }

    static StepAnswer destroy(WalkDevice device, Step step) {
        device.object(step, StepField.OBJECT, VerbsObject.class).close();
        return StepAnswer.ok();
    }
}
