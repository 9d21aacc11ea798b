package org.verbena.spi.handle;

import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.verbena.AccessFlag;
import org.verbena.Flags;
import org.verbena.MrReregAttr;
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
        requireDirect(VERB, pd, Objects.requireNonNull(buffer));
    }

    private static void requireDirect(String verb, Handle on, ByteBuffer buffer) {
        if (!buffer.isDirect()) {
            throw Requests.refuse(
                    verb,
                    on,
                    new Violation(
                            "addr",
                            "a heap buffer",
                            "a direct buffer",
                            "the garbage collector moves the memory of others",
                            "java.nio.ByteBuffer"));
        }
    }

    static void checkAllocation(PdHandle pd, long length, @Nullable Flags<AccessFlag> access) {
        check(pd, access);
        if (length < 1) {
            throw Requests.refuse(
                    VERB,
                    pd,
                    new Violation("length", Long.toString(length), "1..", "there is no memory of no bytes", "Verbena"));
        }
    }

    static void checkRereg(MrHandle mr, @Nullable MrReregAttr attr) {
        String verb = "ibv_rereg_mr";
        Requests.present(verb, mr, attr);
        MrReregAttr changes = Objects.requireNonNull(attr);
        if (changes.flags().isEmpty()) {
            throw Requests.refuse(
                    verb, mr, new Violation("flags", "0", "at least one", "nothing would change", "ibv_rereg_mr(3)"));
        }
        changes.buffer().ifPresent(buffer -> requireDirect(verb, mr, buffer));
        Requests.usable(verb, mr, "pd", changes.pd());
        changes.access().ifPresent(access -> Requests.mask32(verb, mr, "access", access));
    }
}
