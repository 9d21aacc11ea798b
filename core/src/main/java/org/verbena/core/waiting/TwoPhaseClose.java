// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.waiting;

/** Excludes the data path, which takes no lock of the context, from an object that is being destroyed. */
public interface TwoPhaseClose {
    /** Does nothing, for objects that the data path does not use. */
    TwoPhaseClose NONE = new TwoPhaseClose() {
        @Override
        public void begin() {}

        @Override
        public void undo() {}

        @Override
        public void complete() {}
    };

    /** Ends activities on the object that the closing thread, or a thread that has terminated, has left unfinished. */
    default void endWhatIsLeft() {}

    /** Waits until no thread uses the object, and keeps threads from starting to use it. May fail with EBUSY. */
    void begin();

    /** Makes the object usable again after the driver has failed to destroy it. */
    void undo();

    /** Completes the close after the object was destroyed. */
    void complete();
}
