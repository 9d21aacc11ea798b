// SPDX-License-Identifier: Apache-2.0
package org.verbena.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import org.junit.jupiter.api.Test;

class VerbsExceptionTest {
    private static final Violation TOO_MANY =
            new Violation("max_send_wr", "40000", "32768", "a queue has so many entries", "ibv_query_device(3)");

    @Test
    void theMessageHasVerbObjectErrnoAndRule() {
        VerbsException refusal =
                new VerbsException("ibv_create_qp", Errno.EINVAL, "device mlx5_0", Diagnosis.of(TOO_MANY));

        assertThat(refusal)
                .hasMessage("ibv_create_qp on device mlx5_0 failed with EINVAL (22): max_send_wr = 40000, limit 32768: "
                        + "a queue has so many entries [ibv_query_device(3)]");
    }

    @Test
    void keepsNumbersWithoutAName() {
        assertThat(new Errno(4095)).hasToString("errno 4095");
        assertThat(new Errno(95)).isEqualTo(Errno.EOPNOTSUPP).hasToString("EOPNOTSUPP (95)");
    }

    @Test
    void survivesSerialisation() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(new ClosedHandleException("ibv_query_qp", "queue pair #1"));
        }

        Object read = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();

        assertThat(read).isInstanceOfSatisfying(ClosedHandleException.class, e -> {
            assertThat(e).hasMessageContaining("queue pair #1");
            assertThat(e.errno()).isEqualTo(Errno.EBADF);
            assertThat(e.diagnosis()).isEqualTo(Diagnosis.UNKNOWN);
        });
    }
}
