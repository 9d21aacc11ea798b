// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.cm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.attr.Ece;
import org.verbena.cm.JoinFlag;
import org.verbena.cm.PortSpace;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.libibverbs.abi.CField;
import org.verbena.libibverbs.abi.CmStructs.RdmaCmId;
import org.verbena.libibverbs.abi.LibcStructs.Fcntl;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.spi.cm.DriverCmId;

/** Checks how librdmacm is loaded, and how channels and identifiers are created. */
class LibrdmacmTest {
    private final FakeLibrdmacm fake = new FakeLibrdmacm();

    private DriverCmId id() {
        return fake.channel().createId(PortSpace.TCP);
    }

    private DriverCmId bound() {
        DriverCmId id = id();
        fake.bind(id);
        return id;
    }

    private static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    // ---------------------------------------------------------------- the library

    @Test
    void aMissingLibraryIsNamed() {
        fake.c.export("dlopen", arguments -> 0);
        assertThatExceptionOfType(UnsatisfiedLinkError.class)
                .isThrownBy(fake::open)
                .withMessage("librdmacm.so.1 cannot be loaded");

        byte[] reason = "librdmacm.so.1: wrong ELF class\0".getBytes();
        fake.c.export("dlerror", arguments -> fake.bytes(reason));
        assertThatExceptionOfType(UnsatisfiedLinkError.class)
                .isThrownBy(fake::open)
                .withMessage("librdmacm.so.1: wrong ELF class");
    }

    @Test
    void missingFunctionsAreNamedWithTheirVersions() {
        fake.c.lacks("rdma_listen").lacks("rdma_establish").lacks("rdma_reject_ece");

        assertThatExceptionOfType(UnsatisfiedLinkError.class)
                .isThrownBy(fake::open)
                .withMessage("librdmacm.so.1 lacks rdma_listen (RDMACM_1.0 of rdma-core 1.0.15),"
                        + " rdma_establish (RDMACM_1.2 of rdma-core 23)");
    }

    @ParameterizedTest
    @CsvSource({
        "rdma_join_multicast_ex, RDMACM_1.1 of rdma-core 16",
        "rdma_reject_ece, RDMACM_1.3 of rdma-core 31",
        "rdma_get_remote_ece, RDMACM_1.3 of rdma-core 31",
        "rdma_set_local_ece, RDMACM_1.3 of rdma-core 31"
    })
    void anOldLibraryLacksOnlyItsNewFunctions(String function, String version) {
        fake.c.lacks(function);
        DriverCmId id = bound();

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(() -> {
                    switch (function) {
                        case "rdma_join_multicast_ex" ->
                            id.joinMulticast(address("239.1.2.3"), JoinFlag.SENDONLY_FULLMEMBER, 1);
                        case "rdma_reject_ece" -> id.reject(ByteBuffer.allocate(0), true);
                        case "rdma_get_remote_ece" -> id.remoteEce();
                        default -> id.setLocalEce(new Ece(1, 2));
                    }
                })
                .withMessageContaining(function)
                .withMessageContaining(version)
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.ENOSYS));
        id.joinMulticast(address("239.1.2.3"), JoinFlag.FULLMEMBER, 1);
        id.reject(ByteBuffer.allocate(0), false);
    }

    // ---------------------------------------------------------------- channels

    @Test
    void aChannelDoesNotBlock() {
        List<Long> flags = new ArrayList<>();
        fake.c.export("fcntl", arguments -> {
            if (arguments[1] == Fcntl.F_SETFL) {
                flags.add(arguments[2]);
            }
            return 2;
        });

        assertThat(fake.channel().fd()).isEqualTo(FakeLibrdmacm.FD);
        assertThat(flags).containsExactly(2L | Fcntl.O_NONBLOCK);
    }

    @Test
    void aChannelThatCannotBePreparedIsDestroyed() {
        fake.c.export("fcntl", arguments -> fake.fail(Errno.EBADF));
        fake.record("rdma_destroy_event_channel");

        assertThatExceptionOfType(VerbsException.class).isThrownBy(fake::channel);
        assertThat(fake.seen).containsKey("rdma_destroy_event_channel");
    }

    @Test
    void aMissingDeviceIsReported() {
        fake.c.export("rdma_create_event_channel", arguments -> fake.c.fail(Errno.ENODEV.number()));

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(fake::channel)
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.ENODEV))
                .withMessageContaining("rdma_create_event_channel");
    }

    @Test
    void aLackOfFileDescriptorsIsReportedAsEmfile() {
        fake.c
                .export("rdma_create_event_channel", arguments -> fake.c.fail(Errno.ENODEV.number()))
                .export("eventfd", arguments -> fake.fail(Errno.EMFILE));

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(fake::channel)
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EMFILE));
    }

    @ParameterizedTest
    @EnumSource(PortSpace.class)
    void anIdentifierIsCreatedInItsPortSpace(PortSpace portSpace) {
        DriverCmId id = fake.channel().createId(portSpace);

        assertThat(fake.struct(id).get(RdmaCmId.PS)).isEqualTo(portSpace.value());
        id.destroy();
        assertThat(fake.destroyed).containsExactly(fake.struct(id).address());
    }

    @ParameterizedTest
    @ValueSource(strings = {"CHANNEL", "PS", "QP_TYPE"})
    void anotherLayoutIsRejected(String field) throws ReflectiveOperationException {
        CField shifted = (CField) RdmaCmId.class.getField(field).get(null);
        fake.c.export("rdma_create_id", arguments -> {
            Struct id = fake.newId(arguments[0], (int) arguments[3]);
            id.put(shifted, id.get(shifted) + 1);
            fake.c.memory().putLong(arguments[1], id.address());
            return 0;
        });

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(this::id)
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EPROTONOSUPPORT))
                .withMessageContaining("rdma_cm_id." + field.toLowerCase(Locale.ROOT));
    }
}
