// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import java.util.ArrayList;
import java.util.List;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.VerbsObject;
import org.verbena.core.DriverAccess;
import org.verbena.libibverbs.FakeLibibverbs;
import org.verbena.libibverbs.FakeProvider;
import org.verbena.libibverbs.abi.CField;
import org.verbena.libibverbs.abi.ContextStructs.IbvContext;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.libibverbs.marshal.Pointed;
import org.verbena.spi.DriverContext;
import org.verbena.spi.DriverMemory;
import org.verbena.spi.DriverObject;

/** Holds an open context of fake_0, and records the arguments that C receives. */
final class FakeContext {
    final FakeLibibverbs libibverbs = new FakeLibibverbs();
    final DeviceContext context =
            new FakeProvider(() -> libibverbs).device("fake_0").open();
    final DriverContext driver = driver(context, DriverContext.class);
    final DriverMemory memory = driver.allocate(4096);

    /** The arguments of the functions created here, in order. */
    final List<Long> seen = new ArrayList<>();

    CompletionQueue cq() {
        return context.createCq(CqInitAttr.builder().cqe(1).build());
    }

    /** Creates a function that records as many arguments as it has parameters. */
    long function(int parameters, long answer) {
        return libibverbs.function(arguments -> {
            for (int i = 0; i < parameters; i++) {
                seen.add(arguments[i]);
            }
            return answer;
        });
    }

    /** Sets an operation of the driver in {@code struct ibv_context_ops}. */
    void operation(CField pointer, int parameters, long answer) {
        operations().put(pointer, function(parameters, answer));
    }

    Struct operations() {
        return libibverbs.context().inner(IbvContext.OPS);
    }

    static long pointer(VerbsObject object) {
        return driver(object, Pointed.class).pointer();
    }

    static <T extends DriverObject> T driver(VerbsObject object, Class<T> type) {
        return type.cast(DriverAccess.driver(object));
    }
}
