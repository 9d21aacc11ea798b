/** Frameworks in this JVM, and what tests say to the bundles in them. */
@NullMarked
package org.verbena.itests.harness;

import org.jspecify.annotations.NullMarked;
