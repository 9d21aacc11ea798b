// SPDX-License-Identifier: Apache-2.0
package org.verbena.error;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A Linux error number, as verbs report it through {@code errno} or their return value.
 *
 * @param number the number, positive
 */
public record Errno(int number) implements Serializable {
    private static final Map<Integer, String> NAMES = new TreeMap<>();

    /** Operation not permitted. */
    public static final Errno EPERM = named(1, "EPERM");
    /** No such object. */
    public static final Errno ENOENT = named(2, "ENOENT");
    /** Interrupted. */
    public static final Errno EINTR = named(4, "EINTR");
    /** Input or output error; also a device that was removed. */
    public static final Errno EIO = named(5, "EIO");
    /** No such device or address; also a device that is being removed. */
    public static final Errno ENXIO = named(6, "ENXIO");
    /** Argument list too long; cxgb4 reports it for too many work requests. */
    public static final Errno E2BIG = named(7, "E2BIG");
    /** Bad file descriptor. */
    public static final Errno EBADF = named(9, "EBADF");
    /** Try again; also if the file of an XRC domain has no domain yet and O_CREAT is missing. */
    public static final Errno EAGAIN = named(11, "EAGAIN");
    /** Out of memory or of queue entries. */
    public static final Errno ENOMEM = named(12, "ENOMEM");
    /** Permission denied. */
    public static final Errno EACCES = named(13, "EACCES");
    /** Bad address: memory that is not mapped. */
    public static final Errno EFAULT = named(14, "EFAULT");
    /** In use by another object. */
    public static final Errno EBUSY = named(16, "EBUSY");
    /** Already exists. */
    public static final Errno EEXIST = named(17, "EEXIST");
    /** No such device. */
    public static final Errno ENODEV = named(19, "ENODEV");
    /** Not a directory. */
    public static final Errno ENOTDIR = named(20, "ENOTDIR");
    /** Invalid argument. */
    public static final Errno EINVAL = named(22, "EINVAL");
    /** Too many open files. */
    public static final Errno EMFILE = named(24, "EMFILE");
    /** Not an ioctl of this device. */
    public static final Errno ENOTTY = named(25, "ENOTTY");
    /** No space left. */
    public static final Errno ENOSPC = named(28, "ENOSPC");
    /** Out of range. */
    public static final Errno ERANGE = named(34, "ERANGE");
    /** Function not implemented. */
    public static final Errno ENOSYS = named(38, "ENOSYS");
    /** No data available; also an empty entry of a GID table. */
    public static final Errno ENODATA = named(61, "ENODATA");
    /** Protocol error. */
    public static final Errno EPROTO = named(71, "EPROTO");
    /** Value too large. */
    public static final Errno EOVERFLOW = named(75, "EOVERFLOW");
    /** Protocol not supported. */
    public static final Errno EPROTONOSUPPORT = named(93, "EPROTONOSUPPORT");
    /** Operation not supported by this driver; the number of ENOTSUP in C is the same. */
    public static final Errno EOPNOTSUPP = named(95, "EOPNOTSUPP");
    /** Address family not supported. */
    public static final Errno EAFNOSUPPORT = named(97, "EAFNOSUPPORT");
    /** Address in use. */
    public static final Errno EADDRINUSE = named(98, "EADDRINUSE");
    /** Address not available. */
    public static final Errno EADDRNOTAVAIL = named(99, "EADDRNOTAVAIL");
    /** Network unreachable; also if there is no route to the destination of an address vector. */
    public static final Errno ENETUNREACH = named(101, "ENETUNREACH");
    /** Connection aborted; erdma reports it for a request to connect a queue pair that is closing. */
    public static final Errno ECONNABORTED = named(103, "ECONNABORTED");
    /** Connected already. */
    public static final Errno EISCONN = named(106, "EISCONN");
    /** Not connected. */
    public static final Errno ENOTCONN = named(107, "ENOTCONN");
    /** Timed out. */
    public static final Errno ETIMEDOUT = named(110, "ETIMEDOUT");
    /** Connection refused. */
    public static final Errno ECONNREFUSED = named(111, "ECONNREFUSED");
    /** No route to host. */
    public static final Errno EHOSTUNREACH = named(113, "EHOSTUNREACH");

    private static Errno named(int number, String name) {
        NAMES.put(number, name);
        return new Errno(number);
    }

    /** {@return the numbers that have a name in this class, in ascending order} */
    public static List<Errno> known() {
        return NAMES.keySet().stream().map(Errno::new).toList();
    }

    /**
     * {@return the name in {@code <errno.h>}, for example {@code EINVAL}, or {@code errno 123} for a number without a
     * name in this class}
     */
    public String name() {
        return NAMES.getOrDefault(number, "errno " + number);
    }

    /** Returns the name and number: {@code EINVAL (22)}. */
    @Override
    public String toString() {
        return NAMES.containsKey(number) ? name() + " (" + number + ")" : name();
    }
}
