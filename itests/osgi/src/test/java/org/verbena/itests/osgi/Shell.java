// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.osgi;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;

/** Runs a Gogo session of the framework. This class uses reflection, because the types of Gogo belong to a bundle. */
final class Shell implements AutoCloseable {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Class<?> sessionType;
    private final Object session;

    Shell(BundleContext framework) throws Exception {
        ServiceReference<?> reference =
                framework.getServiceReference("org.apache.felix.service.command.CommandProcessor");
        Class<?> type = reference.getBundle().loadClass("org.apache.felix.service.command.CommandProcessor");
        sessionType = reference.getBundle().loadClass("org.apache.felix.service.command.CommandSession");
        session = type.getMethod("createSession", InputStream.class, OutputStream.class, OutputStream.class)
                .invoke(framework.getService(reference), InputStream.nullInputStream(), out, out);
    }

    /** Runs a line, and returns the output on both streams as a terminal shows it. */
    String run(String line) throws Exception {
        out.reset();
        sessionType.getMethod("execute", CharSequence.class).invoke(session, line);
        return out.toString(Charset.defaultCharset());
    }

    /** Closes the session and its threads. */
    @Override
    public void close() throws ReflectiveOperationException {
        sessionType.getMethod("close").invoke(session);
    }
}
