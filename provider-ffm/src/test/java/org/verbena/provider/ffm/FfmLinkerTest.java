package org.verbena.provider.ffm;

import org.verbena.libibverbs.NativeLinkerContract;
import org.verbena.libibverbs.call.NativeLinker;

class FfmLinkerTest implements NativeLinkerContract {
    @Override
    public NativeLinker open() {
        return FfmLinker.open();
    }
}
