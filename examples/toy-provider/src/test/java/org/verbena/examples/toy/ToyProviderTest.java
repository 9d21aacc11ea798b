// SPDX-License-Identifier: Apache-2.0
package org.verbena.examples.toy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.verbena.Verbs;
import org.verbena.VerbsProvider;
import org.verbena.error.InvalidRequestException;
import org.verbena.tck.ConformanceKit;
import org.verbena.tck.Deviations;

class ToyProviderTest {
    @TestFactory
    Stream<DynamicNode> conforms() {
        return ConformanceKit.on(new ToyProvider(), "toy0")
                .environment("toy")
                .deviations(Deviations.resource(ToyProviderTest.class, "deviations.txt"))
                .tests();
    }

    @Test
    void isFoundByItsName() {
        VerbsProvider provider = Verbs.provider("toy");

        assertThat(provider).isInstanceOf(ToyProvider.class);
        assertThat(provider.availability().isAvailable()).isTrue();
        assertThat(provider.device("toy0").open()).satisfies(context -> {
            assertThat(context.explain().model()).contains("toy");
            context.close();
        });
    }

    @Test
    void hasNoOptions() {
        VerbsProvider provider = new ToyProvider();

        assertThat(provider.configure(Map.of())).isSameAs(provider);
        assertThatThrownBy(() -> provider.configure(Map.of("speed", "11")))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("speed");
    }
}
