// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import org.verbena.error.VerbsException;

/**
 * Destroys the objects that are left in a closing context. The first failure of the driver ends the attempt. Later
 * attempts abandon the objects that the driver still fails to destroy. So a context can be closed even if the kernel
 * does not know an object by the handle that it returned. The kernel destroys all objects with the context
 * ({@code ib_uverbs_close} in Linux). The caller holds the write lock of the context.
 */
final class Teardown {
    private final OpenResources resources;
    private final List<Resource> givenUp = new ArrayList<>();
    private boolean refused;

    Teardown(OpenResources resources) {
        this.resources = resources;
    }

    void destroy(Resource resource) {
        if (refused) {
            destroyOrGiveUp(resource);
        } else {
            destroyOrStop(resource);
        }
        resources.remove(resource);
    }

    private void destroyOrStop(Resource resource) {
        try {
            resource.prepareTeardown();
        } catch (VerbsException e) {
            refused = true;
            throw e;
        }
        try {
            resource.destroy();
        } finally {
            refused = resource.isRefused();
        }
    }

    private void destroyOrGiveUp(Resource resource) {
        try {
            resource.prepareTeardown();
        } catch (VerbsException e) {
            log(resource, e);
        }
        resource.destroyOrGiveUp().ifPresent(refusal -> {
            givenUp.add(resource);
            log(resource, refusal);
        });
    }

    private static void log(Resource resource, VerbsException refusal) {
        System.getLogger(LeakReports.LOGGER)
                .log(
                        Level.WARNING,
                        resource + " cannot be destroyed; the kernel destroys it with its device context",
                        refusal);
    }

    /** Completes the abandoned objects after the device is closed. */
    void end() {
        givenUp.forEach(Resource::endWithContext);
        givenUp.clear();
    }
}
