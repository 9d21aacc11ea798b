// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.control;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import org.verbena.XrcdInitAttr;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;

/** The XRC domains of a device: one for each file of a request, and private ones. */
final class XrcDomains {
    private static final String VERB = "ibv_open_xrcd";
    private static final String SOURCE = "Linux drivers/infiniband/core/uverbs_cmd.c: ib_uverbs_open_xrcd";
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    private final String device;
    private final Map<Object, XrcDomainCore> byFile = new HashMap<>();

    XrcDomains(String device) {
        this.device = device;
    }

    /** Opens the domain of a request. Every success adds a handle. */
    synchronized XrcDomainCore open(XrcdInitAttr attr) {
        if (attr.fd() == -1) {
            XrcDomainCore domain = new XrcDomainCore();
            domain.addHandle();
            return domain;
        }
        Object file = file(attr.fd());
        XrcDomainCore domain = byFile.get(file);
        if (domain == null) {
            if ((attr.oflags() & XrcdInitAttr.O_CREAT) == 0) {
                throw refuse(Errno.EAGAIN, "oflags", attr.oflags(), "with O_CREAT", "the file has no domain yet");
            }
            domain = new XrcDomainCore();
            byFile.put(file, domain);
        } else if ((attr.oflags() & XrcdInitAttr.O_EXCL) != 0) {
            throw refuse(Errno.EINVAL, "oflags", attr.oflags(), "without O_EXCL", "the file already has a domain");
        }
        domain.addHandle();
        return domain;
    }

    synchronized void close(XrcDomainCore domain) {
        if (domain.removeHandle()) {
            byFile.values().remove(domain);
        }
    }

    /** Returns the inode of a file, by which the kernel identifies it. */
    private Object file(int fd) {
        if (!Files.isDirectory(DESCRIPTORS)) {
            return fd;
        }
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(DESCRIPTORS.resolve(Integer.toString(fd)), BasicFileAttributes.class);
            Object inode = attributes.fileKey();
            return inode == null ? fd : inode;
        } catch (NoSuchFileException e) {
            throw refuse(Errno.EBADF, "fd", fd, "an open file", "the process has no such descriptor");
        } catch (IOException e) {
            // The descriptor is a pipe or a socket. It is open, but its inode cannot be read here.
            return fd;
        }
    }

    private VerbsException refuse(Errno errno, String attribute, int value, String limit, String rule) {
        return new VerbsException(
                VERB,
                errno,
                device,
                Diagnosis.of(new Violation(attribute, Integer.toString(value), limit, rule, SOURCE)));
    }
}
