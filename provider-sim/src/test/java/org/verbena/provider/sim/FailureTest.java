package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.verbena.AsyncEventType;
import org.verbena.DeviceContext;
import org.verbena.Errno;
import org.verbena.QpType;
import org.verbena.VerbsException;
import org.verbena.WcStatus;

/** Devices that fail, and objects that cannot be had. */
class FailureTest {
    private final SimProvider provider = Fabrics.of(ClockMode.VIRTUAL, "mlx5");
    private final DeviceContext context = Fabrics.open(provider, 0);

    @AfterEach
    void close() {
        context.close();
    }

    @Test
    void aDeviceThatIsGoneFlushesAndRefuses() {
        End one = new End(context, QpType.RC);
        End other = new End(context, QpType.RC);
        End.connect(one, other);
        one.receive(3, 0, 8);
        provider.fabric().faults().failDevice(context.device().name());
        assertThat(context.asyncEvents().nextEvent().orElseThrow().eventType()).isEqualTo(AsyncEventType.DEVICE_FATAL);
        assertThat(one.completion().status()).isEqualTo(WcStatus.WR_FLUSH_ERR);
        assertThatThrownBy(context::allocPd)
                .asInstanceOf(type(VerbsException.class))
                .extracting(VerbsException::errno)
                .isEqualTo(Errno.EIO);
        assertThatThrownBy(() -> one.post(wr -> wr.send().noData()))
                .asInstanceOf(type(VerbsException.class))
                .extracting(VerbsException::errno)
                .isEqualTo(Errno.EIO);
    }

    @Test
    void theNthCreationFailsOnce() {
        provider.fabric().faults().failCreate(SimObjectKind.PD, 2, Errno.ENOMEM);
        context.allocPd();
        assertThatThrownBy(context::allocPd)
                .asInstanceOf(type(VerbsException.class))
                .extracting(VerbsException::errno)
                .isEqualTo(Errno.ENOMEM);
        context.allocPd();
    }
}
