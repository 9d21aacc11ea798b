package org.verbena.spi.handle;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.verbena.AccessFlag;
import org.verbena.Flags;
import org.verbena.Violation;

/** Checks of requests for memory regions. */
final class MrRequests {
    private static final String VERB = "ibv_reg_mr";

    private MrRequests() {}

    static void check(PdHandle pd, @Nullable Flags<AccessFlag> access) {
        pd.requireOpen(VERB);
        Requests.mask32(VERB, pd, "access", access);
    }

    static void check(PdHandle pd, @Nullable ByteBuffer buffer, @Nullable Flags<AccessFlag> access) {
        check(pd, access);
        Requests.present(VERB, pd, buffer);
        if (buffer != null && !buffer.isDirect()) {
            throw Requests.refuse(
                    VERB,
                    pd,
                    new Violation(
                            "addr",
                            "a heap buffer",
                            "a direct buffer",
                            "the garbage collector moves the memory of others",
                            "java.nio.ByteBuffer"));
        }
    }
}
