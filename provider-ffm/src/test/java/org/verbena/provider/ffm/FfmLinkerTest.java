package org.verbena.provider.ffm;

import org.verbena.libibverbs.NativeLinker;
import org.verbena.libibverbs.NativeLinkerContract;

class FfmLinkerTest implements NativeLinkerContract {
    @Override
    public NativeLinker open() {
        return FfmLinker.open();
    }
}
