package org.verbena.itests.jcstress;

import org.verbena.error.ClosedHandleException;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;

/** What becomes of a call, in one word; what has none is forbidden, and tells itself. */
public final class Outcomes {
    /** The call returned. */
    public static final String DONE = "done";

    /** The object was closed before the call. */
    public static final String CLOSED = "closed";

    /** Something else keeps the object from being destroyed. */
    public static final String BUSY = "busy";

    private Outcomes() {}

    /**
     * Runs a call.
     *
     * @param call the call
     * @return what became of it
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

    /** Without the object's number: what happens to many is one outcome. */
    private static String text(Throwable e) {
        return e.toString().replaceAll("#\\d+", "#");
    }
}
