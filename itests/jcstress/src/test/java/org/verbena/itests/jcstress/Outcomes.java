// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.jcstress;

import org.verbena.error.ClosedHandleException;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;

/** Returns the outcome of a call as one word. Any other outcome is forbidden, and its text is returned. */
public final class Outcomes {
    /** The call has returned. */
    public static final String DONE = "done";

    /** The object was closed before the call. */
    public static final String CLOSED = "closed";

    /** Another use prevents the destruction of the object. */
    public static final String BUSY = "busy";

    private Outcomes() {}

    /**
     * Runs a call.
     *
     * @param call the call
     * @return its outcome
     */
    public static String of(Runnable call) {
        try {
            call.run();
            return DONE;
        } catch (ClosedHandleException e) {
            return CLOSED;
        } catch (VerbsException e) {
            return e.errno().equals(Errno.EBUSY) ? BUSY : text(e);
        } catch (RuntimeException | Error e) {
            return text(e);
        }
    }

    /** Returns the message without the number of the object, so that equal failures have the same text. */
    private static String text(Throwable e) {
        return e.toString().replaceAll("#\\d+", "#");
    }
}
