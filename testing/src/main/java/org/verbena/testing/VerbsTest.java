// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Registers {@link VerbsExtension} for a test class or a test method. {@link Simulator} configures the devices. A class
 * that needs a builder registers the extension with {@code @RegisterExtension} instead of this annotation.
 *
 * <pre>{@code
 * @VerbsTest
 * class EchoTest {
 *     @Test
 *     @DropMessage(1)
 *     void aLostMessageArrives(ConnectedPair pair) {
 *         pair.server().postRecv(1);
 *         pair.client().postSend(2, "hello");
 *         assertEquals(WcStatus.SUCCESS, pair.client().completion().status());
 *         assertEquals("hello", pair.server().text(pair.server().completion()));
 *     }
 * }
 * }</pre>
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(VerbsExtension.class)
public @interface VerbsTest {}
