// SPDX-License-Identifier: Apache-2.0
package com.example.boot;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.verbena.DeviceContext;
import org.verbena.Verbs;
import org.verbena.VerbsProvider;

/** Opens a device, and closes it with the application. */
@SpringBootApplication
public class Application {
    /**
     * Starts the application.
     *
     * @param args the arguments of Spring Boot
     */
    public static void main(String[] args) {
        SpringApplication.run(Application.class, args);
    }

    @Bean
    VerbsProvider verbs(@Value("${rdma.provider}") String name) {
        return Verbs.provider(name);
    }

    /** Spring closes each bean that is an {@link AutoCloseable}, users before the beans that they use. */
    @Bean
    DeviceContext device(VerbsProvider verbs) {
        return verbs.devices().get(0).open();
    }
}
