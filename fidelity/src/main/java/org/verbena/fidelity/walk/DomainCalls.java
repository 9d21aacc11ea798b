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

    static Answer allocPd(Side side, Step step) {
        return side.made(step, side.context().allocPd());
    }

    static Answer openXrcd(Side side, Step step) {
        Arguments arguments = step.arguments();
        XrcdInitAttr.Builder attr = XrcdInitAttr.builder();
        arguments.ifPresent(Field.FD, value -> attr.fd((int) value));
        arguments.ifPresent(Field.OFLAGS, value -> attr.oflags((int) value));
        return side.made(step, side.context().openXrcd(attr.build()));
    }

    static Answer createAh(Side side, Step step) {
        ProtectionDomain pd = side.object(step, Field.PD, ProtectionDomain.class);
        return side.made(step, pd.createAh(Addresses.vector(side, step.arguments(), Field.AH_PORT_NUM)));
    }

    static Answer regMr(Side side, Step step) {
        ProtectionDomain pd = side.object(step, Field.PD, ProtectionDomain.class);
        MemoryRegion mr = pd.regMr(
                side.memory(step),
                Flags.ofMask(AccessFlag.class, step.arguments().number(Field.ACCESS)));
        return side.made(step, mr).with("length", mr.length());
    }

    static Answer destroy(Side side, Step step) {
        side.object(step, Field.OBJECT, VerbsObject.class).close();
        return Answer.ok();
    }
}
