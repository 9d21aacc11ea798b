// SPDX-License-Identifier: Apache-2.0
/**
 * The part of the tests that runs as a bundle. Code outside the bundle calls it, where other classes have the same
 * names. Therefore the parameters and results have only types of the JDK and JUnit.
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.itests.inside;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
