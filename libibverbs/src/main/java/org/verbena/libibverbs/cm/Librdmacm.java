// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.cm;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;
import org.verbena.libibverbs.abi.Frame;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.libibverbs.call.NativeLinker.NativeResult;
import org.verbena.libibverbs.driver.Libibverbs;
import org.verbena.libibverbs.driver.VerbsExceptions;

/** The loaded {@code librdmacm.so.1} and the functions that it exports. */
final class Librdmacm {
    static final String FILE = "librdmacm.so.1";

    private final Libibverbs libibverbs;
    private final Map<CmVerb, Long> exported = new EnumMap<>(CmVerb.class);

    /**
     * Loads the library and looks up its functions.
     *
     * @throws UnsatisfiedLinkError if the library cannot be loaded, or lacks a function that every connection needs
     */
    Librdmacm(Libibverbs libibverbs) {
        this.libibverbs = libibverbs;
        long library = libibverbs.load(FILE);
        List<String> missing = new ArrayList<>();
        for (CmVerb verb : CmVerb.values()) {
            long address = libibverbs.find(library, verb.cName());
            if (address != 0) {
                exported.put(verb, address);
            } else if (verb.isRequired()) {
                missing.add(verb.cName() + " (" + verb.version() + ")");
            }
        }
        if (!missing.isEmpty()) {
            throw new UnsatisfiedLinkError(FILE + " lacks " + String.join(", ", missing));
        }
    }

    Libibverbs libibverbs() {
        return libibverbs;
    }

    /** Creates a frame for the arguments of a call. */
    Frame frame() {
        return libibverbs.frame();
    }

    /** Returns the struct at an address. */
    Struct struct(long address) {
        return libibverbs.struct(address);
    }

    /** Calls a function and leaves the interpretation of the result to the caller. */
    NativeResult call(CmVerb verb, Object object, long... arguments) {
        Long function = exported.get(verb);
        if (function == null) {
            throw new VerbsException(
                    verb.cName(),
                    Errno.ENOSYS,
                    object.toString(),
                    Diagnosis.of(new Violation(
                            verb.cName(),
                            "missing",
                            verb.version().toString(),
                            "the running " + FILE + " is older than the function",
                            "librdmacm.map")));
        }
        return libibverbs.call(function, arguments);
    }

    /** Calls a function that returns 0, or -1 and an error in {@code errno}. */
    void run(CmVerb verb, Object object, long... arguments) {
        NativeResult result = call(verb, object, arguments);
        if ((int) result.value() != 0) {
            throw VerbsExceptions.ofErrno(verb.cName(), object.toString(), result);
        }
    }
}
