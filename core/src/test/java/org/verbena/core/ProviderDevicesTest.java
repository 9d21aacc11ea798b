// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.Mockito.doThrow;

import org.junit.jupiter.api.Test;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;

class ProviderDevicesTest {
    private final FakeDriver driver = new FakeDriver();
    private final ProviderDevices devices = ProviderDevices.of("fake");

    @Test
    void closingAProviderClosesItsOpenContexts() {
        DeviceContext context = device(devices).open();
        ProtectionDomain pd = context.allocPd();

        devices.close();

        assertThat(context.isClosed()).isTrue();
        assertThat(pd.isClosed()).isTrue();
        assertThatExceptionOfType(ClosedHandleException.class).isThrownBy(context::allocPd);
    }

    @Test
    void noDeviceOpensAfterTheProviderIsClosed() {
        Device device = device(devices);

        devices.close();

        assertThatExceptionOfType(ClosedHandleException.class)
                .isThrownBy(device::open)
                .withMessageContaining("provider fake");
    }

    @Test
    void closingAProviderClosesDerivedDevices() {
        ProviderDevices derived = devices.derived();
        DeviceContext context = device(derived).open();

        devices.close();

        assertThat(context.isClosed()).isTrue();
        assertThatExceptionOfType(ClosedHandleException.class)
                .isThrownBy(() -> device(derived).open());
    }

    @Test
    void closingDerivedDevicesKeepsTheOriginOpen() {
        DeviceContext context = device(devices).open();

        devices.derived().close();

        assertThat(context.isClosed()).isFalse();
        assertThat(device(devices).open().isClosed()).isFalse();
    }

    @Test
    void aContextThatCannotCloseDoesNotKeepOthersOpen() {
        DeviceContext stubborn = device(devices).open();
        doThrow(new VerbsException("ibv_close_device", Errno.EBUSY, "device", Diagnosis.UNKNOWN))
                .when(driver.context)
                .destroy();
        FakeDriver other = new FakeDriver();
        DeviceContext willing = devices.handle(other.device).open();

        devices.close();

        assertThat(stubborn.isClosed()).isFalse();
        assertThat(willing.isClosed()).isTrue();
    }

    private Device device(ProviderDevices of) {
        return of.handle(driver.device);
    }
}
