package org.verbena.provider.jna;

import org.verbena.libibverbs.NativeLinker;
import org.verbena.libibverbs.NativeLinkerContract;

class JnaLinkerTest implements NativeLinkerContract {
    @Override
    public NativeLinker open() {
        return JnaLinker.open();
    }
}
