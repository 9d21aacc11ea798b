package com.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.async.AsyncQueuePair;
import org.verbena.attr.*;
import org.verbena.provider.sim.*;
import org.verbena.testing.*;

@VerbsTest
class RdmaTests {
    @Test
    @DropMessage(1)
    void aLostMessageArrives(ConnectedPair pair) {
        pair.server().postRecv(1);
        pair.client().postSend(2, "hello");
        assertThat(pair.client().completion().status()).isEqualTo(WcStatus.SUCCESS);
        assertThat(pair.server().text(pair.server().completion())).isEqualTo("hello");
    }

    @Test
    @RnrNak(times = 3)
    void rnr(@PairAttr(rnrRetry = 2) ConnectedPair pair) {
        pair.server().postRecv(1);
        pair.client().postSend(2, "hello");
        assertThat(pair.client().completion().status()).isEqualTo(WcStatus.RNR_RETRY_EXC_ERR);
    }

    @Test
    void ud(@PairAttr(qpType = QpType.UD) ConnectedPair pair) {
        pair.server().postRecv(1);
        pair.client().postSend(2, "hello");
        assertThat(pair.client().completion().status()).isEqualTo(WcStatus.SUCCESS);
        assertThat(pair.server().text(pair.server().completion())).isEqualTo("hello");
    }

    @Test
    void ids(IdPair pair) throws Exception {
        pair.server().postRecv(1);
        pair.client().postSend(2, "hello");
        assertThat(pair.client().completion().status()).isEqualTo(WcStatus.SUCCESS);
        assertThat(pair.server().text(pair.server().completion())).isEqualTo("hello");
        pair.client().connection().disconnect();
        pair.server().connection().onDisconnect().get(5, TimeUnit.SECONDS);
    }

    @Test
    void async(AsyncQueuePair client, AsyncQueuePair server) throws Exception {
        var m = server.recv();
        client.send(ByteBuffer.wrap(new byte[5])).get(5, TimeUnit.SECONDS);
        assertThat(m.get(5, TimeUnit.SECONDS).data().remaining()).isEqualTo(5);
    }

    @Test
    void leak(ProtectionDomain pd, DeviceContext context) {
        pd.allocMr(64, AccessFlag.LOCAL_WRITE);
        context.allocPd();
    }

    @Test
    void unpolled(ConnectedPair pair) {
        pair.server().postRecv(1);
        pair.client().postSend(2, "hello");
    }

    @Test
    @PortDown
    @Simulator(clock = ClockMode.MANUAL)
    void portDown(ConnectedPair pair, SimClock clock) {
        pair.server().postRecv(1);
        pair.client().postSend(2, "hello");
        clock.advance(Duration.ofSeconds(3));
        assertThat(pair.client().completion().status()).isEqualTo(WcStatus.RETRY_EXC_ERR);
    }

    @Test
    void bad(@PairAttr(qpType = QpType.XRC_SEND) ConnectedPair pair) {}
}
