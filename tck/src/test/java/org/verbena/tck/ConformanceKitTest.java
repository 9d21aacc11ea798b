// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.verbena.Device;
import org.verbena.VerbsProvider;

class ConformanceKitTest {
    private static final String UNUSED = "deviations name behaviours of the kit";

    @Test
    void everyBehaviourHasAnIdOfItsOwn() {
        List<String> ids = tests(Deviations.none())
                .map(DynamicNode::getDisplayName)
                .filter(name -> name.contains(": "))
                .map(name -> name.substring(0, name.indexOf(": ")))
                .toList();

        assertThat(ids).hasSizeGreaterThan(200).doesNotHaveDuplicates();
        assertThat(ids).contains("QPC-01[RC]", "QPM-06[XRC_RECV]", "WQ-01", "BAD-QP-EX");
    }

    @Test
    void aDeviationOfAnUnknownBehaviourFails() throws Throwable {
        DynamicTest known = checkOf("QPC-01[RC]");
        DynamicTest unknown = checkOf("QPC-99");

        known.getExecutable().execute();
        assertThatThrownBy(unknown.getExecutable()::execute).hasMessageContaining("QPC-99");
    }

    private static DynamicTest checkOf(String id) {
        Deviations deviations = Deviations.of(List.of(new Deviation(id, "reason", "source")));
        return tests(deviations)
                .filter(test -> test.getDisplayName().equals(UNUSED))
                .findFirst()
                .orElseThrow();
    }

    private static Stream<DynamicTest> tests(Deviations deviations) {
        return ConformanceKit.on(provider(), "fake0")
                .deviations(deviations)
                .tests()
                .flatMap(ConformanceKitTest::tests);
    }

    private static Stream<DynamicTest> tests(DynamicNode node) {
        return node instanceof DynamicContainer container
                ? container.getChildren().flatMap(ConformanceKitTest::tests)
                : Stream.of((DynamicTest) node);
    }

    /** Returns a provider that has only a name and a device. */
    private static VerbsProvider provider() {
        return (VerbsProvider) Proxy.newProxyInstance(
                VerbsProvider.class.getClassLoader(),
                new Class<?>[] {VerbsProvider.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "name" -> "fake";
                    case "device" -> device();
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private static Device device() {
        return (Device) Proxy.newProxyInstance(
                Device.class.getClassLoader(), new Class<?>[] {Device.class}, (proxy, method, arguments) -> {
                    throw new UnsupportedOperationException(method.getName());
                });
    }
}
