// SPDX-License-Identifier: Apache-2.0
/** The echo service, which other bundles use. */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.examples.echo;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
