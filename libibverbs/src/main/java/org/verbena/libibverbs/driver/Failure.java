package org.verbena.libibverbs.driver;

import org.verbena.Diagnosis;
import org.verbena.Errno;
import org.verbena.VerbsException;
import org.verbena.libibverbs.NativeResult;

/** The ways in which verbs report a failure, turned into exceptions. */
final class Failure {
    private static final Diagnosis ERRNO_UNSET =
            Diagnosis.unexplained("the driver set no error number; EINVAL stands for its silence");

    private Failure() {}

    /** The reason is in {@code errno}, if the driver cared to set it. */
    static VerbsException ofErrno(Verb verb, String object, NativeResult result) {
        return ofNumber(verb, object, result.errno());
    }

    /**
     * A verb that answers {@code int} did not answer 0: that is the error number. But some answer -1 and set
     * {@code errno} (ibv_query_gid), and some the negated number (mlx5's modify_wq).
     */
    static VerbsException ofInt(Verb verb, String object, NativeResult result) {
        int status = (int) result.value();
        return status == -1 ? ofErrno(verb, object, result) : ofNumber(verb, object, status);
    }

    /** An error number is positive; a driver that fails with 0 or the least integer has set none. */
    private static VerbsException ofNumber(Verb verb, String object, int number) {
        int positive = Math.abs(number);
        return positive > 0
                ? of(verb, object, new Errno(positive))
                : new VerbsException(verb.cName(), Errno.EINVAL, object, ERRNO_UNSET);
    }

    /** What verbs.h answers where a driver has no function for a verb. */
    static VerbsException notSupported(Verb verb, String object) {
        return of(verb, object, Errno.EOPNOTSUPP);
    }

    /** A verb that would answer this number. */
    static VerbsException of(Verb verb, String object, Errno errno) {
        return new VerbsException(verb.cName(), errno, object, Diagnosis.UNKNOWN);
    }
}
