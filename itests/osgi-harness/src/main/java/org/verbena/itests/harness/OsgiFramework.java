// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.harness;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;
import org.osgi.framework.wiring.FrameworkWiring;

/** Runs the OSGi framework on the class path in this JVM. */
public final class OsgiFramework implements AutoCloseable {
    private static final Path JARS = Path.of(System.getProperty("bundles.dir"));
    private static final long STOP_MILLIS = 120_000;

    private final Framework framework;

    private OsgiFramework(Framework framework) {
        this.framework = framework;
    }

    /**
     * Starts a framework without bundles.
     *
     * @param storage an empty directory for the framework
     * @return the framework
     * @throws BundleException if it does not start
     */
    public static OsgiFramework start(Path storage) throws BundleException {
        return start(storage, Map.of());
    }

    /**
     * Starts a framework without bundles.
     *
     * @param storage an empty directory for the framework
     * @param properties framework properties
     * @return the framework
     * @throws BundleException if it does not start
     */
    public static OsgiFramework start(Path storage, Map<String, String> properties) throws BundleException {
        Map<String, String> configuration = new HashMap<>(properties);
        configuration.put(Constants.FRAMEWORK_STORAGE, storage.toString());
        configuration.put(Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA, LentPackages.header());
        // By default, Felix also loads missing classes from the class path of this JVM, where other classes have the
        // same names.
        configuration.put("felix.bootdelegation.implicit", "false");
        Framework framework = ServiceLoader.load(FrameworkFactory.class)
                .findFirst()
                .orElseThrow()
                .newFramework(configuration);
        framework.start();
        return new OsgiFramework(framework);
    }

    /**
     * Returns the kind of the framework on the class path.
     *
     * @return {@code felix} or {@code equinox}
     */
    public static String kind() {
        String factory = ServiceLoader.load(FrameworkFactory.class)
                .findFirst()
                .orElseThrow()
                .getClass()
                .getName();
        return factory.contains("felix") ? "felix" : "equinox";
    }

    /**
     * Installs bundles.
     *
     * @param bundles the bundles
     * @return the installed bundles in the same order
     * @throws BundleException if one cannot be installed
     */
    public List<Bundle> install(Bundles bundles) throws BundleException {
        List<Bundle> installed = new ArrayList<>();
        for (String jar : bundles.jars()) {
            installed.add(install(jar));
        }
        return installed;
    }

    /**
     * Installs a bundle.
     *
     * @param jar the name of its jar
     * @return the bundle
     * @throws BundleException if it cannot be installed
     */
    public Bundle install(String jar) throws BundleException {
        return context().installBundle(JARS.resolve(jar + ".jar").toUri().toString());
    }

    /**
     * Installs and starts bundles.
     *
     * @param bundles the bundles
     * @return this
     * @throws BundleException if one cannot be installed or started
     */
    public OsgiFramework with(Bundles bundles) throws BundleException {
        for (Bundle bundle : install(bundles)) {
            bundle.start();
        }
        return this;
    }

    /**
     * Uninstalls bundles in reverse order, and releases their classes.
     *
     * @param bundles the bundles
     * @throws BundleException if one does not stop
     * @throws InterruptedException if this thread is interrupted
     */
    public void without(List<Bundle> bundles) throws BundleException, InterruptedException {
        List<Bundle> reversed = new ArrayList<>(bundles);
        Collections.reverse(reversed);
        for (Bundle bundle : reversed) {
            bundle.uninstall();
        }
        CountDownLatch refreshed = new CountDownLatch(1);
        framework.adapt(FrameworkWiring.class).refreshBundles(bundles, event -> refreshed.countDown());
        if (!refreshed.await(STOP_MILLIS, TimeUnit.MILLISECONDS)) {
            throw new AssertionError("the bundles were not refreshed");
        }
    }

    /**
     * Returns the bundles that a refresh stops, resolves and starts again.
     *
     * @param bundle the refreshed bundle
     * @return the bundle itself and the bundles that are wired to it
     */
    public Collection<Bundle> dependents(Bundle bundle) {
        return framework.adapt(FrameworkWiring.class).getDependencyClosure(List.of(bundle));
    }

    /** {@return the framework's own bundle context} */
    public BundleContext context() {
        return framework.getBundleContext();
    }

    /**
     * Returns a bundle.
     *
     * @param symbolicName its name
     * @return the bundle
     */
    public Bundle bundle(String symbolicName) {
        return Arrays.stream(context().getBundles())
                .filter(bundle -> symbolicName.equals(bundle.getSymbolicName()))
                .findFirst()
                .orElseThrow(() -> new AssertionError("there is no bundle " + symbolicName));
    }

    /**
     * Returns the services of an interface that is visible only to bundles.
     *
     * @param type the name of the interface
     * @param filter a filter, empty for all services
     * @return the services, with the highest ranking first
     */
    public List<ServiceReference<?>> services(String type, String filter) {
        try {
            ServiceReference<?>[] found = context().getAllServiceReferences(type, filter.isEmpty() ? null : filter);
            return Stream.ofNullable(found)
                    .flatMap(Arrays::stream)
                    .<ServiceReference<?>>map(reference -> reference)
                    .sorted((one, other) -> other.compareTo(one))
                    .toList();
        } catch (InvalidSyntaxException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /**
     * Calls a method of the service of an interface with the highest ranking.
     *
     * @param type the name of the interface
     * @param method the name of the method, which must be unique for the number of parameters
     * @param arguments the arguments
     * @return the result of the method
     */
    public Object callService(String type, String method, Object... arguments) {
        ServiceReference<?> reference = services(type, "").stream()
                .findFirst()
                .orElseThrow(() -> new AssertionError("there is no service " + type));
        Object service = Objects.requireNonNull(context().getService(reference), "the service has gone");
        try {
            return call(service, method, arguments);
        } finally {
            context().ungetService(reference);
        }
    }

    /**
     * Calls a static method in the bundle of the tests.
     *
     * @param type the simple name of a class in the bundle
     * @param method the method's name, which must be unique for the number of parameters
     * @param arguments the arguments
     * @return the result of the method
     */
    public Object inside(String type, String method, Object... arguments) {
        return call(insideClass(type), null, method, arguments);
    }

    /**
     * Creates an object in the bundle of the tests.
     *
     * @param type the simple name of a class in the bundle, which has one constructor
     * @param arguments the arguments
     * @return the object
     */
    public InsideObject newInside(String type, Object... arguments) {
        return new InsideObject(
                unwrapped(() -> insideClass(type).getConstructors()[0].newInstance(arguments)));
    }

    /**
     * Calls a method of an object whose class is visible only to bundles.
     *
     * @param object the object
     * @param method the method's name, which must be unique for the number of parameters
     * @param arguments the arguments
     * @return the result of the method
     */
    public static Object call(Object object, String method, @Nullable Object... arguments) {
        return call(object.getClass(), object, method, arguments);
    }

    private Class<?> insideClass(String type) {
        try {
            return bundle("org.verbena.itests.harness").loadClass("org.verbena.itests.inside." + type);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private static Object call(Class<?> type, @Nullable Object target, String name, @Nullable Object... arguments) {
        Method method = Arrays.stream(type.getMethods())
                .filter(candidate ->
                        candidate.getName().equals(name) && candidate.getParameterCount() == arguments.length)
                .findFirst()
                .orElseThrow(() -> new AssertionError(type + " has no method " + name));
        // The classes that implement services are seldom public.
        method.setAccessible(true);
        return unwrapped(() -> method.invoke(target, arguments));
    }

    private interface Reflective {
        Object call() throws ReflectiveOperationException;
    }

    private static Object unwrapped(Reflective action) {
        try {
            return action.call();
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new AssertionError(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("a test uses a class or method that does not exist", e);
        }
    }

    /** Stops the framework and waits until it has stopped. */
    @Override
    public void close() {
        try {
            framework.stop();
            if (framework.waitForStop(STOP_MILLIS).getType() == FrameworkEvent.WAIT_TIMEDOUT) {
                throw new IllegalStateException("the framework does not stop");
            }
        } catch (BundleException e) {
            throw new IllegalStateException("the framework does not stop", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
