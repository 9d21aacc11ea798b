// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.behaviours;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.tck.fixture.RefusalAssert.assertRefused;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.VerbsObject;
import org.verbena.XrcDomain;
import org.verbena.XrcdInitAttr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.QpType;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.fixture.Fixture;

/**
 * Protection domains, XRC domains, memory regions: {@code ibv_alloc_pd(3)}, {@code ibv_open_xrcd(3)}, {@code
 * ibv_reg_mr(3)}.
 */
public final class DomainsAndMemory {
    private static final Flags<AccessFlag> LOCAL = Flags.of(AccessFlag.LOCAL_WRITE);
    private static final int PAGE = 4096;
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final int STDERR = 2;

    @Behaviour(id = "PD-01", says = "many protection domains can be allocated, and freed in any order")
    public void allocatesMany(Fixture fixture) {
        Set<ProtectionDomain> domains = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            domains.add(fixture.context().allocPd());
        }

        assertThat(domains).hasSize(100).allMatch(pd -> pd.context().equals(fixture.context()));
        domains.forEach(ProtectionDomain::close);
        assertThat(domains).allMatch(ProtectionDomain::isClosed);
    }

    @Behaviour(
            id = "PD-01-MR",
            says = "freeing a protection domain with a memory region fails with EBUSY; the domain stays usable")
    public void busyWithMr(Fixture fixture) {
        staysWhile(fixture, fixture.pd().regMr(ByteBuffer.allocateDirect(PAGE), LOCAL));
    }

    @Behaviour(
            id = "PD-01-AH",
            needs = Capability.UD,
            says = "freeing a protection domain with an address handle fails with EBUSY; the domain stays usable")
    public void busyWithAh(Fixture fixture) {
        staysWhile(fixture, fixture.pd().createAh(fixture.ownAddress()));
    }

    @Behaviour(
            id = "PD-01-SRQ",
            needs = Capability.SRQ,
            says = "freeing a protection domain with a shared receive queue fails with EBUSY; the domain stays usable")
    public void busyWithSrq(Fixture fixture) {
        staysWhile(fixture, fixture.srq());
    }

    private static void staysWhile(Fixture fixture, VerbsObject user) {
        ProtectionDomain pd = fixture.pd();

        assertRefused(pd::close).byDevice().withErrno(Errno.EBUSY);
        fixture.qp(fixture.anyType()).close();

        user.close();
        pd.close();
        assertThat(pd.isClosed()).isTrue();
    }

    @Behaviour(
            id = "MR-01",
            says = "a buffer is registered from its position to its limit, with a separate key for each region")
    public void registersBuffers(Fixture fixture) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(4 * PAGE);
        MemoryRegion whole = fixture.pd().regMr(buffer, LOCAL);
        MemoryRegion part = fixture.pd().regMr(buffer.position(PAGE).limit(PAGE + 100), LOCAL);

        assertThat(whole.length()).isEqualTo(4 * PAGE);
        assertThat(part.length()).isEqualTo(100);
        assertThat(part.address()).isEqualTo(whole.address() + PAGE);
        assertThat(part.lkey()).isNotEqualTo(whole.lkey());
        assertThat(part.pd()).isSameAs(fixture.pd());
        assertThat(part.access()).isEqualTo(LOCAL);
        whole.close();
        part.close();
    }

    @Behaviour(id = "MR-01-ADDRESS", says = "memory is registered by its address, once or several times")
    public void registersAddresses(Fixture fixture) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(2 * PAGE);
        MemoryRegion first = fixture.pd().regMr(buffer, LOCAL);
        MemoryRegion second = fixture.pd().regMr(first.address() + 8, PAGE, LOCAL);

        assertThat(second.address()).isEqualTo(first.address() + 8);
        assertThat(second.length()).isEqualTo(PAGE);
        first.close();
        second.close();
        assertThat(buffer.isDirect()).as("the memory is the caller's to keep").isTrue();
    }

    @Behaviour(id = "MR-01-HEAP", says = "a heap buffer is rejected before the call")
    public void refusesHeap(Fixture fixture) {
        assertRefused(() -> fixture.pd().regMr(ByteBuffer.allocate(PAGE), LOCAL))
                .byVerbena();
    }

    @Behaviour(id = "MR-01-EMPTY", says = "memory of length 0 is registered, or fails with EINVAL")
    public void emptyRegion(Fixture fixture) {
        ByteBuffer empty = ByteBuffer.allocateDirect(PAGE).limit(0);
        try (MemoryRegion region = fixture.pd().regMr(empty, LOCAL)) {
            assertThat(region.length()).isZero();
        } catch (VerbsException e) {
            assertThat(e.errno()).isEqualTo(Errno.EINVAL);
        }
    }

    @Behaviour(id = "MR-02", says = "memory that is not mapped, or of an impossible length, fails")
    public void refusesUnmapped(Fixture fixture) {
        assertRefused(() -> fixture.pd().regMr(PAGE, PAGE, LOCAL))
                .byDevice()
                .withErrno(Errno.EFAULT, Errno.ENOMEM, Errno.EINVAL);
        assertRefused(() -> fixture.pd().regMr(PAGE, -1L, LOCAL))
                .byDevice()
                .withErrno(Errno.EFAULT, Errno.ENOMEM, Errno.EINVAL, Errno.EOVERFLOW);
    }

    @Behaviour(
            id = "MR-04",
            says = "remote write and remote atomic fail with EINVAL without local write; with it they are granted")
    public void remoteWriteNeedsLocalWrite(Fixture fixture) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(PAGE);

        for (AccessFlag remote : new AccessFlag[] {AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_ATOMIC}) {
            assertRefused(() -> fixture.pd().regMr(buffer, Flags.of(remote)))
                    .byDevice()
                    .withErrno(Errno.EINVAL);
            fixture.pd().regMr(buffer, Flags.of(remote, AccessFlag.LOCAL_WRITE)).close();
        }
    }

    @Behaviour(id = "MR-04-ACCESS", says = "no access, local write, remote read and an optional flag are granted")
    public void grantsAccess(Fixture fixture) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(PAGE);

        fixture.pd().regMr(buffer, Flags.none(AccessFlag.class)).close();
        fixture.pd().regMr(buffer, LOCAL).close();
        fixture.pd().regMr(buffer, Flags.of(AccessFlag.REMOTE_READ)).close();
        fixture.pd().regMr(buffer, LOCAL.with(AccessFlag.RELAXED_ORDERING)).close();
    }

    @Behaviour(id = "MR-04-UNKNOWN", says = "an unknown access flag fails")
    public void refusesUnknownAccess(Fixture fixture) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(PAGE);

        assertRefused(() -> fixture.pd().regMr(buffer, Flags.ofMask(AccessFlag.class, 1L << 18)))
                .byDevice()
                .withErrno(Errno.EINVAL, Errno.EOPNOTSUPP);
    }

    @Behaviour(id = "MR-07", says = "ON_DEMAND is granted if the device announces on-demand paging; otherwise it fails")
    public void grantsAnnouncedPaging(Fixture fixture) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(PAGE);
        Flags<AccessFlag> paged = LOCAL.with(AccessFlag.ON_DEMAND);

        if (fixture.context().queryDeviceEx().odpCaps().generalCaps() != 0) {
            fixture.pd().regMr(buffer, paged).close();
        } else {
            assertRefused(() -> fixture.pd().regMr(buffer, paged)).byDevice().withErrno(Errno.EOPNOTSUPP, Errno.EINVAL);
        }
    }

    @Behaviour(
            id = "XRCD-01",
            needs = Capability.XRC,
            refusedWithout = true,
            says = "private XRC domains are opened and closed; closing a domain with a target fails with EBUSY")
    public void opensXrcDomains(Fixture fixture) {
        XrcDomain first = fixture.context().openXrcd(XrcdInitAttr.privateDomain());
        XrcDomain second = fixture.context().openXrcd(XrcdInitAttr.privateDomain());
        first.close();
        second.close();

        VerbsObject target = fixture.qp(QpType.XRC_RECV);
        assertRefused(fixture.xrcd()::close).byDevice().withErrno(Errno.EBUSY);
        target.close();
        fixture.xrcd().close();
    }

    @Behaviour(
            id = "XRCD-02",
            needs = Capability.XRC,
            refusedWithout = true,
            says = "a file descriptor that is not open fails with EBADF")
    public void refusesBadDescriptor(Fixture fixture) {
        XrcdInitAttr attr = XrcdInitAttr.builder()
                .fd(1_000_000)
                .oflags(XrcdInitAttr.O_CREAT)
                .build();

        assertRefused(() -> fixture.context().openXrcd(attr)).byDevice().withErrno(Errno.EBADF);
    }

    @Behaviour(
            id = "XRCD-03",
            needs = Capability.XRC,
            refusedWithout = true,
            says = "O_CREAT creates the domain of a file; it exists until its last close; O_EXCL fails while it exists")
    public void sharesDomainOfFile(Fixture fixture) throws IOException {
        Path file = Files.createTempFile("verbena", null);
        try (FileChannel open = FileChannel.open(file, StandardOpenOption.READ)) {
            assertThat(open.isOpen()).isTrue();
            int fd = descriptor(file);
            assertNoDomain(fixture, fd);

            XrcDomain first = open(fixture, fd, XrcdInitAttr.O_CREAT | XrcdInitAttr.O_EXCL);
            XrcDomain second = open(fixture, fd, 0);
            first.close();
            XrcDomain third = open(fixture, fd, XrcdInitAttr.O_CREAT);
            assertRefused(() -> open(fixture, fd, XrcdInitAttr.O_CREAT | XrcdInitAttr.O_EXCL))
                    .byDevice()
                    .withErrno(Errno.EINVAL);
            second.close();
            third.close();

            assertNoDomain(fixture, fd);
        } finally {
            Files.delete(file);
        }
    }

    private static XrcDomain open(Fixture fixture, int fd, int oflags) {
        return fixture.context()
                .openXrcd(XrcdInitAttr.builder().fd(fd).oflags(oflags).build());
    }

    private static void assertNoDomain(Fixture fixture, int fd) {
        assertRefused(() -> open(fixture, fd, 0)).byDevice().withErrno(Errno.EAGAIN, Errno.EINVAL);
    }

    /** Returns the descriptor of an open file. Without Linux, only the simulator runs, which shares by any number. */
    private static int descriptor(Path file) throws IOException {
        if (!Files.isDirectory(DESCRIPTORS)) {
            return STDERR;
        }
        try (Stream<Path> links = Files.list(DESCRIPTORS)) {
            return links.filter(link -> isSame(link, file))
                    .mapToInt(link -> Integer.parseInt(link.getFileName().toString()))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static boolean isSame(Path link, Path file) {
        try {
            return Files.isSameFile(link, file);
        } catch (IOException e) {
            return false; // closed since, like that of the list itself
        }
    }
}
