/**
 * The objects that an application sees, written once for every provider: argument checks, use after close, order of
 * teardown, leak reports. A provider needs {@link org.verbena.spi.handle.ProviderDevices} only.
 *
 * <p>Locking: a device context has one read/write lock. Every control call holds it for reading, every destroy for
 * writing, so that no object disappears below a call that uses it. There is no second lock, hence no deadlock.
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.spi.handle;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
