// SPDX-License-Identifier: Apache-2.0
/**
 * JUnit 5 support for applications of RDMA. Each test has a separate simulator with faults and a clock. After the test,
 * handles and completions are checked. A failed test keeps its capture.
 *
 * <p>{@link org.verbena.testing.VerbsTest} is the entry point. {@link org.verbena.testing.VerbsExtension} lists what a
 * test can take as parameters.
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.testing;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
