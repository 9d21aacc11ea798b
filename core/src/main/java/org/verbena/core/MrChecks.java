// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.verbena.MrReregAttr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.error.Violation;
import org.verbena.spi.BufferPart;

/** Checks requests for memory regions. */
final class MrChecks {
    private static final String VERB = "ibv_reg_mr";

    private static final Set<AccessFlag> WRITES =
            Set.of(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_ATOMIC);

    private MrChecks() {}

    static void check(PdHandle pd, @Nullable Flags<AccessFlag> access) {
        pd.requireOpen(VERB);
        RequestChecks.mask32(VERB, pd, "access", access);
    }

    /** Checks a request for a region of a buffer. Returns the part of the buffer to register. */
    static BufferPart check(PdHandle pd, @Nullable ByteBuffer buffer, @Nullable Flags<AccessFlag> access) {
        check(pd, access);
        RequestChecks.present(VERB, pd, buffer);
        return part(VERB, pd, Objects.requireNonNull(buffer), Objects.requireNonNull(access));
    }

    private static BufferPart part(String verb, Handle on, ByteBuffer buffer, Flags<AccessFlag> access) {
        requireDirect(verb, on, buffer);
        BufferPart part = snapshot(verb, on, buffer);
        requireAlive(verb, on, part.content());
        requireWritable(verb, on, part.content().isReadOnly(), access);
        return part;
    }

    private static BufferPart snapshot(String verb, Handle on, ByteBuffer buffer) {
        try {
            return BufferPart.of(buffer);
        } catch (IllegalArgumentException e) {
            throw RequestChecks.refuse(
                    verb,
                    on,
                    new Violation(
                            "addr",
                            "a buffer whose position is above its limit",
                            "a buffer that no other thread changes",
                            "position and limit must be read together",
                            "java.nio.Buffer"));
        }
    }

    private static void requireDirect(String verb, Handle on, ByteBuffer buffer) {
        if (!buffer.isDirect()) {
            throw RequestChecks.refuse(
                    verb,
                    on,
                    new Violation(
                            "addr",
                            "a heap buffer",
                            "a direct buffer",
                            "the garbage collector moves heap memory",
                            "java.nio.ByteBuffer"));
        }
    }

    /** Checks that the arena of the buffer is open; an access throws if it is closed. */
    private static void requireAlive(String verb, Handle on, ByteBuffer buffer) {
        try {
            if (buffer.hasRemaining()) {
                touch(buffer);
            }
        } catch (IllegalStateException e) {
            throw RequestChecks.refuse(
                    verb,
                    on,
                    new Violation(
                            "addr",
                            "a buffer of a closed arena",
                            "a buffer of an open arena",
                            "closing an arena frees its memory",
                            "java.lang.foreign.Arena"));
        }
    }

    private static void touch(ByteBuffer buffer) {
        try {
            buffer.get(buffer.position());
        } catch (IllegalStateException e) {
            throw e;
        } catch (RuntimeException e) {
            // WrongThreadException in newer JDKs: the arena is open, but confined to one thread. A device is not a
            // thread.
        }
    }

    private static void requireWritable(String verb, Handle on, boolean readOnly, Flags<AccessFlag> access) {
        if (readOnly && WRITES.stream().anyMatch(access::contains)) {
            throw RequestChecks.refuse(
                    verb,
                    on,
                    new Violation(
                            "addr",
                            "a read-only buffer with " + access,
                            "a writable buffer, or no access flag that permits writes",
                            "a device must not write to read-only memory",
                            "java.nio.ByteBuffer"));
        }
    }

    static void checkAllocation(PdHandle pd, long length, @Nullable Flags<AccessFlag> access) {
        check(pd, access);
        if (length < 1) {
            throw RequestChecks.refuse(
                    VERB,
                    pd,
                    new Violation(
                            "length", Long.toString(length), "1..", "a memory region must not be empty", "Verbena"));
        }
    }

    /** Checks a change. Returns the part of the buffer that it names, if any. */
    static Optional<BufferPart> checkRereg(MrHandle mr, @Nullable MrReregAttr attr) {
        String verb = "ibv_rereg_mr";
        RequestChecks.present(verb, mr, attr);
        MrReregAttr changes = Objects.requireNonNull(attr);
        if (changes.flags().isEmpty()) {
            throw RequestChecks.refuse(
                    verb,
                    mr,
                    new Violation("flags", "0", "at least one", "the call would change nothing", "ibv_rereg_mr(3)"));
        }
        RequestChecks.usable(verb, mr, "pd", changes.pd());
        changes.access().ifPresent(access -> RequestChecks.mask32(verb, mr, "access", access));
        Flags<AccessFlag> access = changes.access().orElse(mr.access());
        Optional<BufferPart> part = changes.buffer().map(buffer -> part(verb, mr, buffer, access));
        if (part.isEmpty()) {
            requireWritable(verb, mr, mr.isReadOnly(), access);
        }
        return part;
    }
}
