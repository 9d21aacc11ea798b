/** Handle storms: many threads create, use and close shared handles at random, and nothing may break. */
@NullMarked
package org.verbena.tck.storm;

import org.jspecify.annotations.NullMarked;
