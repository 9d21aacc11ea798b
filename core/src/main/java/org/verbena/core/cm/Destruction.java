// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.cm;

import java.util.concurrent.CountDownLatch;

/** The destruction of an object by one thread, which others wait for because C needs the object to go first. */
final class Destruction {
    private final CountDownLatch latch = new CountDownLatch(1);

    void end() {
        latch.countDown();
    }

    /** Waits for the end. An interrupt does not end the wait, but remains set. */
    void await() {
        boolean interrupted = false;
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
