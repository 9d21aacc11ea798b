package org.verbena.spi.handle;

/** Keeps the data path, which takes no lock of the context, away from an object that is being destroyed. */
interface Retirement {
    /** Nothing on the data path uses the object. */
    Retirement NONE = new Retirement() {
        @Override
        public void begin() {}

        @Override
        public void undo() {}

        @Override
        public void complete() {}
    };

    /** Ends what the closing thread, or one that is no more, has begun on the object and left under way. */
    default void endWhatIsLeft() {}

    /** Returns when nobody uses the object, and keeps everybody from starting to. It may refuse with EBUSY. */
    void begin();

    /** The driver has refused: the object goes on. */
    void undo();

    /** The object is gone. */
    void complete();
}
