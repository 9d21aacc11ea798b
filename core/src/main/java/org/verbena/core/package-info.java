// SPDX-License-Identifier: Apache-2.0
/**
 * The handles: the objects that applications use, implemented once for all providers. They provide argument checks,
 * use-after-close checks, the order of teardown, and leak reports. A provider needs
 * {@link org.verbena.core.ProviderDevices}. A provider with dedicated kinds of memory also uses
 * {@link org.verbena.core.MemoryRegistrar}. The other types are not public.
 *
 * <p>Locking: a device context has one read/write lock. Every control call holds it for reading, every destroy for
 * writing, so that no object is destroyed while a call uses it. A thread takes locks in this order: the locks of
 * connection management, the lock of one context, a lock of one handle, the gates of queues, the locks of the driver.
 * {@code docs/architecture.md} lists all of them.
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.core;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
