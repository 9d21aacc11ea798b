// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing;

import java.lang.reflect.Method;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.verbena.VerbsProvider;
import org.verbena.provider.sim.ClockMode;

/**
 * The JUnit extension of {@link VerbsTest}, which can also be registered with settings. Each test has a simulator of
 * its own, which the extension creates when the first parameter needs it, and closes after the test. Tests may
 * therefore run in parallel, and in both life cycles of test instances.
 *
 * <pre>{@code
 * @RegisterExtension
 * static final VerbsExtension verbs = VerbsExtension.builder().profile("rxe").limits("max_qp=4").build();
 * }</pre>
 *
 * <p>Test methods, {@code @BeforeEach} and {@code @AfterEach} methods, and constructors of test classes with a test
 * instance for each test can take these parameters:
 *
 * <table>
 * <caption>Parameters</caption>
 * <tr><th>type</th><th>value</th></tr>
 * <tr><td>{@link VerbsProvider}</td><td>the provider</td></tr>
 * <tr><td>{@link org.verbena.Device}</td><td>a device</td></tr>
 * <tr><td>{@link org.verbena.DeviceContext}</td><td>an open device</td></tr>
 * <tr><td>{@link org.verbena.ProtectionDomain}</td><td>a protection domain</td></tr>
 * <tr><td>{@link org.verbena.CompletionQueue}</td><td>a completion queue of 64 entries or more</td></tr>
 * <tr><td>{@link ConnectedPair}</td><td>two connected queue pairs: see {@link PairAttr}</td></tr>
 * <tr><td>{@link org.verbena.async.AsyncQueuePair}</td><td>two of them are the ends of a pair: see {@link
 * PairAttr}</td></tr> <tr><td>{@link IdPair}</td><td>two identifiers of rdma_cm, connected by IP address</td></tr>
 * <tr><td>{@link Faults}, {@link org.verbena.provider.sim.SimFaults}</td><td>the faults; simulator only</td></tr>
 * <tr><td>{@link org.verbena.provider.sim.SimClock}</td><td>the clock; simulator only</td></tr> <tr><td>{@link
 * org.verbena.provider.sim.SimProvider}</td><td>the simulator; simulator only</td></tr>
 * </table>
 *
 * <p>The n-th parameter of a type in a method is the n-th object of this type in the test, so {@code @BeforeEach} and
 * the test method get the same objects. Objects of the same number belong together: the second protection domain is one
 * of the second device context. The n-th device context is one of the n-th device; the count starts again after the
 * last device.
 *
 * <p>After the test, the extension checks that every handle that the test has opened is closed, and that every
 * completion was polled. The objects of parameters need not be closed. {@link AllowLeaks} and {@link
 * AllowUnpolledCompletions} disable these checks. If a test fails, a capture and the event log of its simulator are
 * attached to its report, and a suppressed exception contains their paths.
 *
 * <p>The system property {@value #DEVICE_PROPERTY} selects a real device instead of the simulator, and
 * {@value #PROVIDER_PROPERTY} its provider. Tests that need the simulator are then skipped. A real device has no
 * captures and no event log.
 */
public final class VerbsExtension
        implements ExecutionCondition, ParameterResolver, InvocationInterceptor, AfterEachCallback {
    /** The system property with the name of the device for the tests. */
    public static final String DEVICE_PROPERTY = "verbena.testing.device";

    /**
     * The system property with the name of the provider of that device. The default is the available native provider of
     * the highest priority.
     */
    public static final String PROVIDER_PROPERTY = "verbena.testing.provider";

    private static final String FIXTURE = "fixture";

    private final Settings settings;
    private final Optional<VerbsProvider> provider;
    private final Namespace namespace = Namespace.create(VerbsExtension.class, this);

    /** Creates an extension with the default settings of {@link Simulator}. */
    public VerbsExtension() {
        this(builder());
    }

    private VerbsExtension(Builder builder) {
        settings = builder.settings();
        provider = Optional.ofNullable(builder.provider);
    }

    /** {@return a builder with the default settings of {@link Simulator}} */
    public static Builder builder() {
        return new Builder();
    }

    // ---------------------------------------------------------------- JUnit

    /** Skips tests that need the simulator if they run on a real device. */
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        Optional<RealDevice> real = context.getTestMethod().flatMap(method -> RealDevice.ofProperties(provider));
        Optional<String> need = real.flatMap(device -> SimulatorNeeds.of(context, settings));
        return need.isPresent()
                ? ConditionEvaluationResult.disabled(
                        need.get() + " needs the simulator, and " + DEVICE_PROPERTY + " selects " + real.get())
                : ConditionEvaluationResult.enabled(
                        "runs on " + real.map(Object::toString).orElse("the simulator"));
    }

    /** Resolves the constructor's parameters for each test. */
    @Override
    public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
        return ExtensionContextScope.TEST_METHOD;
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return Injection.supports(parameter);
    }

    @Override
    public @Nullable Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        if (context.getTestMethod().isEmpty()) {
            throw new ParameterResolutionException("parameter " + parameter.getParameter() + " of "
                    + parameter.getDeclaringExecutable()
                    + ": each test has its own devices, so @BeforeAll methods, and constructors of test classes with one"
                    + " instance for all tests, cannot have such a parameter");
        }
        return Injection.resolve(parameter, fixture(context));
    }

    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        injectFaults(context);
        invocation.proceed();
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        injectFaults(context);
        invocation.proceed();
    }

    @Override
    public <T> T interceptTestFactoryMethod(
            Invocation<T> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        injectFaults(context);
        return invocation.proceed();
    }

    private void injectFaults(ExtensionContext context) {
        AnnotatedFaults faults = new AnnotatedFaults(TestAnnotations.of(context));
        if (faults.first().isPresent()) {
            fixture(context).backend().sim().ifPresent(sim -> faults.inject(sim.faults()));
        }
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        TestFixture fixture = context.getStore(namespace).get(FIXTURE, TestFixture.class);
        if (fixture != null) {
            new TestEnd(fixture, context).run();
        }
    }

    private TestFixture fixture(ExtensionContext context) {
        return context.getStore(namespace)
                .getOrComputeIfAbsent(
                        FIXTURE,
                        key -> new TestFixture(
                                settings.with(TestAnnotations.of(context)), RealDevice.ofProperties(provider)),
                        TestFixture.class);
    }

    /** A builder of extensions. Annotations of a test override its settings. Not safe for concurrent use. */
    public static final class Builder {
        private String profile = "mlx5";
        private int devices = 1;
        private int ports = 1;
        private String limits = "";
        private ClockMode clock = ClockMode.VIRTUAL;
        private long seed;
        private boolean checksLeaks = true;
        private boolean checksCompletions = true;
        private @Nullable VerbsProvider provider;

        private Builder() {}

        /** Sets {@link Simulator#profile}; default {@code mlx5}. */
        public Builder profile(String value) {
            profile = value;
            return this;
        }

        /** Sets {@link Simulator#devices}, 1..256; default 1. */
        public Builder devices(int value) {
            devices = value;
            return this;
        }

        /** Sets {@link Simulator#ports}, 1..255; default 1. */
        public Builder ports(int value) {
            ports = value;
            return this;
        }

        /** Sets {@link Simulator#limits}; default none. */
        public Builder limits(String value) {
            limits = value;
            return this;
        }

        /** Sets {@link Simulator#clock}; default {@link ClockMode#VIRTUAL}. */
        public Builder clock(ClockMode value) {
            clock = value;
            return this;
        }

        /** Sets {@link Simulator#seed}; default 0. */
        public Builder seed(long value) {
            seed = value;
            return this;
        }

        /** Disables the check of {@link AllowLeaks}. */
        public Builder allowLeaks() {
            checksLeaks = false;
            return this;
        }

        /** Disables the check of {@link AllowUnpolledCompletions}. */
        public Builder allowUnpolledCompletions() {
            checksCompletions = false;
            return this;
        }

        /**
         * Sets the provider of the device that {@link VerbsExtension#DEVICE_PROPERTY} selects. It takes precedence over
         * {@link VerbsExtension#PROVIDER_PROPERTY}. Without that device, tests run on the simulator.
         */
        public Builder deviceProvider(VerbsProvider value) {
            provider = value;
            return this;
        }

        /**
         * Creates the extension.
         *
         * @return the extension
         * @throws org.verbena.error.InvalidRequestException if the number of devices is out of range; other values are
         *     checked when a test creates its simulator
         */
        public VerbsExtension build() {
            return new VerbsExtension(this);
        }

        private Settings settings() {
            return new Settings(profile, devices, ports, limits, clock, seed, checksLeaks, checksCompletions);
        }
    }
}
