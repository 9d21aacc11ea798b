// SPDX-License-Identifier: Apache-2.0
package com.example.boot;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ConfigurableApplicationContext;
import org.verbena.DeviceContext;
import org.verbena.VerbsProvider;
import org.verbena.error.ClosedHandleException;

@SpringBootTest
class ApplicationTest {
    @Autowired
    private VerbsProvider verbs;

    @Autowired
    private Echo echo;

    @Test
    void theBeansSendAMessage() throws Exception {
        assertThat(verbs.name()).isEqualTo("sim");
        assertThat(echo.send("hello").get(60, SECONDS)).isEqualTo("hello");
    }

    @Test
    void theApplicationClosesItsDevice() {
        DeviceContext device;
        try (ConfigurableApplicationContext application = SpringApplication.run(Application.class)) {
            device = application.getBean(DeviceContext.class);
        }
        assertThatThrownBy(device::allocPd).isInstanceOf(ClosedHandleException.class);
    }
}
