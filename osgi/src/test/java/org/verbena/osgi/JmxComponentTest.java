// SPDX-License-Identifier: Apache-2.0
package org.verbena.osgi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.lang.management.ManagementFactory;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

class JmxComponentTest {
    @Test
    void theBeanIsThereWhileTheComponentIsActive() throws Exception {
        JmxComponent component = new JmxComponent(options(true));
        assertThat(isRegistered()).isTrue();

        component.end();

        assertThat(isRegistered()).isFalse();
    }

    @Test
    void aDisabledComponentRegistersNoBean() throws Exception {
        JmxComponent component = new JmxComponent(options(false));

        assertThat(isRegistered()).isFalse();
        component.end();
    }

    private static JmxOptions options(boolean enabled) {
        JmxOptions options = mock(JmxOptions.class);
        when(options.enabled()).thenReturn(enabled);
        return options;
    }

    private static boolean isRegistered() throws Exception {
        return ManagementFactory.getPlatformMBeanServer().isRegistered(new ObjectName("org.verbena:type=Handles"));
    }
}
