package org.verbena.spi.handle;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.verbena.ClosedHandleException;
import org.verbena.Errno;
import org.verbena.Flags;
import org.verbena.Gid;
import org.verbena.InvalidRequestException;
import org.verbena.ProtectionDomain;
import org.verbena.VerbsFlag;
import org.verbena.VerbsObject;
import org.verbena.Violation;

/** What every request is checked for before C sees it: objects that C would crash on, numbers that C cannot carry. */
final class Requests {
    private static final long UINT32_MAX = 0xFFFF_FFFFL;
    private static final int UINT16_MAX = 0xFFFF;
    private static final int UINT8_MAX = 0xFF;
    private static final String HEADER = "<infiniband/verbs.h>";
    private static final String LIFECYCLE = "Verbena lifecycle";

    private Requests() {}

    /** The request itself must be there. */
    static void present(String verb, Handle on, @Nullable Object argument) {
        if (argument == null) {
            throw refuse(verb, on, new Violation("argument", "null", "not null", "the call needs it", HEADER));
        }
    }

    /** A change of an object of the same device context. */
    static void change(String verb, Handle on, String what, @Nullable VerbsObject object, @Nullable Object argument) {
        present(verb, on, object);
        present(verb, on, argument);
        if (object != null) {
            usable(verb, on, what, object);
        }
    }

    /** An object of a request, if there is one, must be open and of the same device context. */
    static void usable(String verb, Handle on, String attribute, Optional<? extends VerbsObject> object) {
        object.ifPresent(present -> usable(verb, on, attribute, present));
    }

    /** An object of a request must be open and of the same device context. */
    static void usable(String verb, Handle on, String attribute, VerbsObject object) {
        if (!(object instanceof Handle handle) || handle.owner() != on.owner()) {
            throw refuse(
                    verb,
                    on,
                    new Violation(
                            attribute,
                            describe(object),
                            "an object of " + on.owner(),
                            "C would look its number up in the wrong device context",
                            LIFECYCLE));
        }
        if (handle.isClosed()) {
            throw new ClosedHandleException(verb, handle.toString());
        }
    }

    /**
     * Describes an argument in a message. Only our own objects describe themselves: a check may hold a lock, under which
     * no code of the caller may run.
     */
    static String describe(Object argument) {
        return argument instanceof Handle || argument instanceof WorkList<?> ? argument.toString() : typeOf(argument);
    }

    private static String typeOf(Object argument) {
        return "an instance of " + argument.getClass().getName();
    }

    /** An object that C follows without asking. */
    static void required(String verb, Handle on, String attribute, Optional<?> value, String rule, String source) {
        if (value.isEmpty()) {
            throw refuse(verb, on, new Violation(attribute, "NULL", "not NULL", rule, source));
        }
    }

    /** A field that only the extended call has. */
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

    /** A plain call creates in the domain that it is made on; the request may name that one or none. */
    static void ownDomain(String verb, PdHandle pd, Optional<ProtectionDomain> named, String what) {
        named.filter(other -> other != pd).ifPresent(other -> {
            throw refuse(
                    verb,
                    pd,
                    new Violation(
                            "pd",
                            describe(other),
                            pd.toString(),
                            "the " + what + " is created in the domain that the call is made on",
                            verb + "(3)"));
        });
    }

    static void port(String verb, Handle on, int portNum) {
        range(verb, on, "port_num", portNum, UINT8_MAX, "the C argument is a uint8_t");
    }

    static void tableEntry(String verb, Handle on, int portNum, int index) {
        port(verb, on, portNum);
        range(verb, on, "index", index, Integer.MAX_VALUE, "tables count from 0");
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

    /** A number for 32 bits of a C struct. */
    static void uint32(String verb, Handle on, String attribute, long value) {
        range(verb, on, attribute, value, UINT32_MAX, "the C field is a uint32_t");
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
