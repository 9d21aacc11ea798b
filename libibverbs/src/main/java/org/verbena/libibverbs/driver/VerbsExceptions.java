// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.libibverbs.call.NativeLinker.NativeResult;

/** Static factory for the exceptions that report failures of verbs. */
public final class VerbsExceptions {
    private static final Diagnosis ERRNO_UNSET = Diagnosis.unexplained("the driver set no errno; EINVAL is assumed");

    private VerbsExceptions() {}

    /** Creates the exception for a verb that reports its error in {@code errno}, which a driver may fail to set. */
    static VerbsException ofErrno(Verb verb, String object, NativeResult result) {
        return ofErrno(verb.cName(), object, result);
    }

    /**
     * Creates the exception for a function that reports its error in {@code errno}.
     *
     * @param verb the name of the function
     * @param object the object that the function was applied to
     * @param result the result of the call
     * @return the exception; with EINVAL if {@code errno} is not set
     */
    public static VerbsException ofErrno(String verb, String object, NativeResult result) {
        return ofNumber(verb, object, result.errno());
    }

    /**
     * Creates the exception for a verb that returns {@code int}. A result other than 0 is the error number. Some verbs
     * return -1 and set {@code errno} (ibv_query_gid), others return the negated number (mlx5's modify_wq).
     */
    static VerbsException ofInt(Verb verb, String object, NativeResult result) {
        int status = (int) result.value();
        return status == -1 ? ofErrno(verb, object, result) : ofNumber(verb.cName(), object, status);
    }

    /**
     * Creates the exception for an error number, which is positive. A driver that fails with 0 or
     * {@code Integer.MIN_VALUE} has not set one.
     */
    private static VerbsException ofNumber(String verb, String object, int number) {
        int positive = Math.abs(number);
        return positive > 0
                ? new VerbsException(verb, new Errno(positive), object, note(positive))
                : new VerbsException(verb, Errno.EINVAL, object, ERRNO_UNSET);
    }

    /** Returns the note on an error whose cause does not depend on the verb. */
    private static Diagnosis note(int errno) {
        if (errno == Errno.EMFILE.number()) {
            return Diagnosis.unexplained("no file descriptor is free; see RLIMIT_NOFILE in getrlimit(2)");
        }
        if (errno == Errno.EACCES.number()) {
            return Diagnosis.unexplained("the user needs read and write permission for the files in /dev/infiniband");
        }
        return errno == Errno.EIO.number()
                ? Diagnosis.unexplained("the device was removed, or its driver has failed")
                : Diagnosis.UNKNOWN;
    }

    /** Creates the exception for a verb that the driver does not implement, with the error of verbs.h: EOPNOTSUPP. */
    static VerbsException notSupported(Verb verb, String object) {
        return of(verb, object, Errno.EOPNOTSUPP);
    }

    /** Creates the exception for a verb that fails with an error number. */
    static VerbsException of(Verb verb, String object, Errno errno) {
        return new VerbsException(verb.cName(), errno, object, Diagnosis.UNKNOWN);
    }
}
