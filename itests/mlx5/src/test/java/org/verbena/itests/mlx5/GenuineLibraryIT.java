// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.mlx5;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.Device;
import org.verbena.DeviceContext;

/** Checks that this environment runs the libraries of the distribution, and fakes only the kernel. */
class GenuineLibraryIT {
    private static final Path MAPPED_FILES = Path.of("/proc/self/maps");

    @ParameterizedTest
    @ValueSource(strings = {"ffm", "jna"})
    void theProcessUsesTheLibrariesOfTheDistribution(String provider) throws IOException {
        Device device = Mlx5.provider(provider).device(Mlx5.DEVICE);

        try (DeviceContext context = device.open()) {
            assertThat(context.queryDevice().vendorId()).as("Mellanox").isEqualTo(0x02C9);
            assertThat(libraries())
                    .anyMatch(library -> library.matches("/(usr/)?lib.*/libibverbs\\.so\\.1\\..*"))
                    .anyMatch(library -> library.matches("/(usr/)?lib.*/libmlx5\\.so\\.1\\..*"))
                    .contains(System.getenv("LD_PRELOAD"));
        }
    }

    private static Stream<String> libraries() throws IOException {
        return Files.readString(MAPPED_FILES)
                .lines()
                .filter(line -> line.contains("/"))
                .map(line -> line.substring(line.indexOf('/')))
                .distinct();
    }
}
