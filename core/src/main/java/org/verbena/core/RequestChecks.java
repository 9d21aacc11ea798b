// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.verbena.ProtectionDomain;
import org.verbena.VerbsObject;
import org.verbena.attr.Flags;
import org.verbena.attr.Gid;
import org.verbena.attr.VerbsFlag;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.Violation;

/**
 * Checks every request before it reaches C: rejects objects on which C would crash, and numbers that do not fit into C
 * fields.
 */
final class RequestChecks {
    private static final long UINT32_MAX = 0xFFFF_FFFFL;
    private static final int UINT16_MAX = 0xFFFF;
    private static final int UINT8_MAX = 0xFF;
    private static final String HEADER = "<infiniband/verbs.h>";
    private static final String LIFECYCLE = "Verbena lifecycle";

    private RequestChecks() {}

    /** Checks that an argument is not null. */
    static void present(String verb, Handle on, @Nullable Object argument) {
        if (argument == null) {
            throw refuse(verb, on, new Violation("argument", "null", "not null", "the argument is required", HEADER));
        }
    }

    /** Checks a change of an object, which must be open and belong to the same device context. */
    static void change(String verb, Handle on, String what, @Nullable VerbsObject object, @Nullable Object argument) {
        present(verb, on, object);
        present(verb, on, argument);
        if (object != null) {
            usable(verb, on, what, object);
        }
    }

    /** Checks that an optional object of a request, if present, is open and belongs to the same device context. */
    static void usable(String verb, Handle on, String attribute, Optional<? extends VerbsObject> object) {
        object.ifPresent(present -> usable(verb, on, attribute, present));
    }

    /** Checks that an object of a request is open and belongs to the same device context. */
    static void usable(String verb, Handle on, String attribute, VerbsObject object) {
        if (!(object instanceof Handle handle) || handle.owner() != on.owner()) {
            throw refuse(
                    verb,
                    on,
                    new Violation(
                            attribute,
                            describe(object),
                            "an object of " + on.owner(),
                            "C would use its handle number in the wrong device context",
                            LIFECYCLE));
        }
        if (handle.isClosed()) {
            throw new ClosedHandleException(verb, handle.toString());
        }
    }

    /**
     * Describes an argument in a message. Only objects of this library are described by {@code toString}: a check may
     * hold a lock, under which no code of the caller may run.
     */
    static String describe(Object argument) {
        return argument instanceof Handle || argument instanceof WorkList<?> ? argument.toString() : typeOf(argument);
    }

    private static String typeOf(Object argument) {
        return "an instance of " + argument.getClass().getName();
    }

    /** Checks that an object that C dereferences unchecked is present. */
    static void required(String verb, Handle on, String attribute, Optional<?> value, String rule, String source) {
        if (value.isEmpty()) {
            throw refuse(verb, on, new Violation(attribute, "NULL", "not NULL", rule, source));
        }
    }

    /** Checks that fields of the extended call are not set. */
    static void onlyExtended(String verb, Handle on, String attribute, Flags<?> compMask, String extendedVerb) {
        if (!compMask.isEmpty()) {
            throw refuse(
                    verb,
                    on,
                    new Violation(
                            attribute,
                            compMask.toString(),
                            "none",
                            "these fields belong to " + extendedVerb + "(3)",
                            verb + "(3)"));
        }
    }

    /**
     * Checks the domain of a plain call, which creates the object in the domain that it is called on. The request may
     * contain that domain or none.
     */
    static void ownDomain(String verb, PdHandle pd, Optional<ProtectionDomain> named, String what) {
        named.filter(other -> other != pd).ifPresent(other -> {
            throw refuse(
                    verb,
                    pd,
                    new Violation(
                            "pd",
                            describe(other),
                            pd.toString(),
                            "the " + what + " is created in the protection domain of the call",
                            verb + "(3)"));
        });
    }

    static void port(String verb, Handle on, int portNum) {
        range(verb, on, "port_num", portNum, UINT8_MAX, "the C argument is a uint8_t");
    }

    static void tableEntry(String verb, Handle on, int portNum, int index) {
        port(verb, on, portNum);
        range(verb, on, "index", index, Integer.MAX_VALUE, "the index of a table entry starts at 0");
    }

    static void mcast(String verb, Handle on, @Nullable Gid gid, int lid) {
        present(verb, on, gid);
        range(verb, on, "lid", lid, UINT16_MAX, "the C argument is a uint16_t");
    }

    static <E extends Enum<E> & VerbsFlag> void mask32(
            String verb, Handle on, String attribute, @Nullable Flags<E> flags) {
        present(verb, on, flags);
        if (flags != null) {
            range(verb, on, attribute, flags.mask(), UINT32_MAX, "the C argument is an int");
        }
    }

    /** Checks that a number fits into 32 bits of a C struct. */
    static void uint32(String verb, Handle on, String attribute, long value) {
        range(verb, on, attribute, value, UINT32_MAX, "the C field is a uint32_t");
    }

    /** Checks the length of a scatter/gather element. libmlx5 and libmlx4 read bit 31 as the mark of inline data. */
    static void elementLength(String verb, Handle on, long length) {
        range(
                verb,
                on,
                "length",
                length,
                Integer.MAX_VALUE,
                "drivers use bit 31 of an element's length for themselves");
    }

    static void range(String verb, Handle on, String attribute, long value, long max, String rule) {
        if (value < 0 || value > max) {
            throw refuse(verb, on, new Violation(attribute, Long.toString(value), "0.." + max, rule, HEADER));
        }
    }

    static InvalidRequestException refuse(String verb, Handle on, Violation violation) {
        return new InvalidRequestException(verb, Errno.EINVAL, on.toString(), violation);
    }
}
