// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels;

import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.spi.AbstractSelectionKey;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A key of {@link RdmaSelector}. */
final class RdmaSelectionKey extends AbstractSelectionKey {
    private final RdmaSelector selector;
    private final SelectableChannel channel;
    private final @Nullable SelectableStream stream;
    private final AtomicInteger interest = new AtomicInteger();
    private volatile int ready;

    /** True while the key is in the selector's list of touched keys. */
    final AtomicBoolean touched = new AtomicBoolean();

    // The selecting thread owns the following fields, except nextTouched, which belongs to the list.
    @Nullable
    RdmaSelectionKey nextTouched;

    boolean active;
    int selectedIndex = -1;

    /** The key of the JDK's selector, if the channel is TCP. */
    @Nullable
    SelectionKey inner;

    /** Creates a key. The stream is null for a channel of another provider. */
    RdmaSelectionKey(RdmaSelector selector, SelectableChannel channel, @Nullable SelectableStream stream) {
        this.selector = selector;
        this.channel = channel;
        this.stream = stream;
    }

    @Nullable
    SelectableStream stream() {
        return stream;
    }

    @Override
    public SelectableChannel channel() {
        return channel;
    }

    @Override
    public Selector selector() {
        return selector;
    }

    private void requireValid() {
        if (!isValid()) {
            throw new CancelledKeyException();
        }
    }

    @Override
    public int interestOps() {
        requireValid();
        return interest.get();
    }

    @Override
    public SelectionKey interestOps(int operations) {
        requireAllowed(operations);
        if (interest.getAndSet(operations) != operations) {
            touch();
        }
        return this;
    }

    @Override
    public int interestOpsOr(int operations) {
        requireAllowed(operations);
        int old = interest.getAndUpdate(current -> current | operations);
        if ((old | operations) != old) {
            touch();
        }
        return old;
    }

    @Override
    public int interestOpsAnd(int operations) {
        requireValid();
        int old = interest.getAndUpdate(current -> current & operations);
        if ((old & operations) != old) {
            touch();
        }
        return old;
    }

    private void requireAllowed(int operations) {
        requireValid();
        if ((operations & ~channel.validOps()) != 0) {
            throw new IllegalArgumentException("interest " + operations + ", valid operations " + channel.validOps());
        }
    }

    @Override
    public int readyOps() {
        requireValid();
        return ready;
    }

    /** Returns the interest, also of a cancelled key. */
    int interest() {
        return interest.get();
    }

    int ready() {
        return ready;
    }

    void setReady(int operations) {
        ready = operations;
    }

    /** Tells the selector that the readiness or the interest may have changed. */
    void touch() {
        if (isValid()) {
            selector.touch(this);
        }
    }
}
