package org.verbena.cli;

import org.verbena.DeviceContext;

/** Creates an object to see what the device grants, and destroys it. */
interface Trial extends Explainable {
    /**
     * Creates the object with all that it needs, asks it, and destroys it. What it needed goes with the context.
     *
     * @throws org.verbena.VerbsException if any of this is refused
     */
    Outcome run(DeviceContext context);
}
