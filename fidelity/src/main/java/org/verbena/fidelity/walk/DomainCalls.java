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

    static StepAnswer allocPd(WalkDevice side, Step step) {
        return side.made(step, side.context().allocPd());
    }

    static StepAnswer openXrcd(WalkDevice side, Step step) {
        StepArguments arguments = step.arguments();
        XrcdInitAttr.Builder attr = XrcdInitAttr.builder();
        arguments.ifPresent(StepField.FD, value -> attr.fd((int) value));
        arguments.ifPresent(StepField.OFLAGS, value -> attr.oflags((int) value));
        return side.made(step, side.context().openXrcd(attr.build()));
    }

    static StepAnswer createAh(WalkDevice side, Step step) {
        ProtectionDomain pd = side.object(step, StepField.PD, ProtectionDomain.class);
        return side.made(step, pd.createAh(Addresses.vector(side, step.arguments(), StepField.AH_PORT_NUM)));
    }

    static StepAnswer regMr(WalkDevice side, Step step) {
        ProtectionDomain pd = side.object(step, StepField.PD, ProtectionDomain.class);
        MemoryRegion mr = pd.regMr(
                side.memory(step),
                Flags.ofMask(AccessFlag.class, step.arguments().number(StepField.ACCESS)));
        return side.made(step, mr).with("length", mr.length());
    }

    static StepAnswer destroy(WalkDevice side, Step step) {
        side.object(step, StepField.OBJECT, VerbsObject.class).close();
        return StepAnswer.ok();
    }
}
