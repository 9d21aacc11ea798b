// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;

/** Checks that a failed registration names the limit of locked memory only if the limit is the reason. */
class LockedMemoryTest {
    private static final long ADDRESS = 0x7F00_0000_0FFFL;

    @TempDir
    Path process;

    @BeforeEach
    void aProcessOfAnOrdinaryUser() throws IOException {
        write("0000000000000000", "65536", "1 kB", "0 0 4294967295");
    }

    private void write(String capabilities, String limit, String pinned, String users) throws IOException {
        Files.writeString(process.resolve("status"), "VmPin:\t" + pinned + "\nCapEff:\t" + capabilities + "\n");
        Files.writeString(
                process.resolve("limits"),
                "Limit                     Soft Limit           Hard Limit           Units     \n"
                        + "Max locked memory         " + limit + "                65536                bytes     \n");
        Files.writeString(process.resolve("uid_map"), "         " + users + "\n");
    }

    private VerbsException explained(Errno errno, long length) {
        VerbsException refusal = new VerbsException("ibv_reg_mr", errno, "pd", Diagnosis.UNKNOWN);
        return LockedMemory.explained(refusal, ADDRESS, length, process);
    }

    @Test
    void theLimitIsNamedWithItsValue() {
        assertThat(explained(Errno.ENOMEM, 8 << 20))
                .hasMessageContainingAll(
                        "length = 8388608",
                        "limit RLIMIT_MEMLOCK of 65536 bytes, of which 1024 are in use",
                        "ulimit -l");
    }

    @Test
    void whatIsInUseCounts() throws IOException {
        assertThat(explained(Errno.ENOMEM, 4096).diagnosis().isUnknown()).isTrue();

        write("0000000000000000", "65536", "60 kB", "0 0 4294967295");

        // The memory begins in the last byte of a page, so it has two pages.
        assertThat(explained(Errno.ENOMEM, 4096)).hasMessageContaining("of which 61440 are in use");
    }

    @Test
    void aLimitOfZeroFailsWithEperm() throws IOException {
        write("0000000000000000", "0", "0 kB", "0 0 4294967295");

        assertThat(explained(Errno.EPERM, 1)).hasMessageContaining("RLIMIT_MEMLOCK of 0 bytes");
    }

    @Test
    void theLimitDoesNotApplyToACapableProcess() throws IOException {
        write("000001ffffffffff", "65536", "0 kB", "0 0 4294967295");
        assertThat(explained(Errno.ENOMEM, 8 << 20).diagnosis().isUnknown()).isTrue();

        // The kernel does not count the capabilities of a user namespace.
        write("000001ffffffffff", "65536", "0 kB", "0 1000 1");
        assertThat(explained(Errno.ENOMEM, 8 << 20)).hasMessageContaining("RLIMIT_MEMLOCK");
    }

    @Test
    void otherFailuresStayAsTheyAre() throws IOException {
        assertThat(explained(Errno.EINVAL, 8 << 20).diagnosis().isUnknown()).isTrue();

        write("0000000000000000", "unlimited", "0 kB", "0 0 4294967295");
        assertThat(explained(Errno.ENOMEM, 8 << 20).diagnosis().isUnknown()).isTrue();

        Files.delete(process.resolve("status"));
        assertThat(explained(Errno.ENOMEM, 8 << 20).diagnosis().isUnknown()).isTrue();
    }
}
