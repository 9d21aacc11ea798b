// SPDX-License-Identifier: Apache-2.0
package org.verbena.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.verbena.attr.Mtu;
import org.verbena.cm.ConnectionManager;
import org.verbena.cm.EventChannel;
import org.verbena.error.InvalidRequestException;

class ConnectorSettingsTest {
    @Test
    void unsetSettingsHaveDefaults() {
        ConnectorSettings settings = ConnectorSettings.defaults();

        assertThat(settings.portNum()).isEqualTo(1);
        assertThat(settings.gidIndex()).isEmpty();
        assertThat(settings.mtu()).isEmpty();
        assertThat(settings.timeout()).isEqualTo(14);
        assertThat(settings.retryCnt()).isEqualTo(6);
    }

    @Test
    void refusesValuesOutOfRange() {
        ConnectorSettings.Builder builder = ConnectorSettings.builder();
        List<Consumer<ConnectorSettings.Builder>> wrong = List.of(
                b -> b.portNum(0),
                b -> b.gidIndex(256),
                b -> b.mtu(Mtu.UNKNOWN),
                b -> b.psn(1 << 24),
                b -> b.timeout(32),
                b -> b.retryCnt(8),
                b -> b.rnrRetry(-1),
                b -> b.minRnrTimer(32),
                b -> b.maxRdAtomic(256),
                b -> b.maxDestRdAtomic(-1),
                b -> b.pkeyIndex(1 << 16),
                b -> b.qkey(1L << 32),
                b -> b.trafficClass(256),
                b -> b.flowLabel(1 << 20),
                b -> b.hopLimit(256),
                b -> b.sl(16));

        assertThat(wrong)
                .allSatisfy(setting -> assertThatExceptionOfType(InvalidRequestException.class)
                        .isThrownBy(() -> setting.accept(builder)));
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> builder.retryCnt(8))
                .withMessageContaining("retry_cnt = 8, limit 0..7");
    }

    @Test
    void connectionManagementDeterminesSomeAttributes() {
        ConnectionManager manager = new NoConnections();
        List<Consumer<ConnectorSettings.Builder>> wrong = List.of(
                b -> b.gidIndex(1), b -> b.mtu(Mtu.BYTES_1024), b -> b.psn(7), b -> b.sharedSecret(new byte[16]));

        assertThat(wrong).allSatisfy(setting -> {
            ConnectorSettings.Builder builder = ConnectorSettings.builder().connectionManager(manager);
            setting.accept(builder);
            assertThatExceptionOfType(InvalidRequestException.class).isThrownBy(builder::build);
        });
        assertThat(ConnectorSettings.builder()
                        .connectionManager(manager)
                        .build()
                        .connectionManager())
                .containsSame(manager);
        assertThat(ConnectorSettings.defaults().connectionManager()).isEmpty();
    }

    /** A connection manager that fails the test when it is used. */
    private static final class NoConnections implements ConnectionManager {
        @Override
        public EventChannel createEventChannel() {
            throw new AssertionError("settings create no channel");
        }

        @Override
        public boolean isClosed() {
            return false;
        }

        @Override
        public void close() {}
    }
}
