package org.verbena.fidelity.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What is read from a file and what is written into one. */
class VectorFileTest {
    private static final String GOOD = "{'driver':'mlx5','config':'a','op':'create_qp','qp_type':'RC','srq':false,"
            + "'sq_sig_all':false,'request':{'max_send_wr':1},'errno':'EINVAL'}";

    @TempDir
    private Path directory;

    @ParameterizedTest
    @MethodSource("org.verbena.fidelity.vector.RecordedVectors#files")
    void readsWhatItWrites(String file) throws IOException {
        List<VectorLine> recorded = RecordedVectors.read(file);
        Path copy = directory.resolve("copy.jsonl");

        Files.write(
                copy,
                recorded.stream().map(VectorLine::vector).map(VectorFile::line).toList());

        assertThat(VectorFile.read(copy))
                .extracting(VectorLine::vector)
                .isEqualTo(recorded.stream().map(VectorLine::vector).toList());
    }

    @Test
    void keepsMasksOf64Bits() throws Exception {
        String line = "{\"driver\":\"mlx5\",\"config\":\"a\",\"op\":\"create_qp_ex\",\"comp_mask\":64,"
                + "\"send_ops_flags\":18446744073709551615,\"qp_type\":\"RC\",\"srq\":false,\"sq_sig_all\":true,"
                + "\"request\":{\"max_send_wr\":4294967295,\"max_recv_wr\":0,\"max_send_sge\":0,\"max_recv_sge\":0,"
                + "\"max_inline_data\":0},\"errno\":\"EOPNOTSUPP\"}";

        VectorLine read = read(line).get(0);

        assertThat(((Request.CreateQp) read.vector().request()).sendOps().mask())
                .isEqualTo(-1);
        assertThat(json(VectorFile.line(read.vector()))).isEqualTo(json(line));
    }

    @Test
    void bracketsWithoutEndAreNoVector() {
        assertThatThrownBy(() -> read("{\"note\":" + "[".repeat(1_000_000)))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("nested too deeply");
    }

    @Test
    void saysWhereALineIs() throws IOException {
        List<VectorLine> lines = read(GOOD + "\n\n" + GOOD);

        assertThat(lines).extracting(VectorLine::number).containsExactly(1, 3);
        assertThat(lines.get(1)).hasToString(directory.resolve("vectors.jsonl") + ":3");
    }

    @ParameterizedTest
    @CsvSource({
        "'max_send_wr':1, 'max_send_wr':-1, request.max_send_wr is -1; it must be a number from 0 to 4294967295",
        "'max_send_wr':1, 'max_send_wr':4294967296, request.max_send_wr is 4294967296; it must be a number",
        "'max_send_wr':1, 'max_send_wr':1.5, request.max_send_wr is 1.5; it must be a number",
        "'max_send_wr':1, 'max_send_wr':'1', 'request.max_send_wr is \"1\"; it must be a number'",
        "'max_send_wr':1, 'max_sand_wr':1, request.max_sand_wr is 1; this request has no such field",
        "{'max_send_wr':1}, 16, request is 16; it must be an object",
        "'op':'create_qp', 'op':'create_pd', 'op is \"create_pd\"; it must be one of [create_qp, create_qp_ex,'",
        "'op':'create_qp', 'no':1, 'op is absent; it must be there, as a string'",
        "'RC', 'XX', 'qp_type is \"XX\"; it must be one of RC, UC, UD, RAW_PACKET, XRC_SEND, XRC_RECV, DRIVER, ?'",
        "'srq':false, 'srq':0, srq is 0; it must be true or false",
        "'errno':'EINVAL', 'errno':22, errno is 22; it must be a string",
        "EINVAL', EINVAL'#'granted':{}, 'errno is \"EINVAL\"; it must not stand beside granted'",
        "EINVAL'}, EINVAL', not a JSON object",
        "'srq':false, 'comp_mask':2#'srq':false, comp_mask is 2; the plain call has no such field",
    })
    void namesFileLineFieldAndValue(String original, String change, String message) {
        String line = GOOD.replace(original, change.replace('#', ','));

        assertThatThrownBy(() -> read(GOOD + "\n" + line))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining(directory.resolve("vectors.jsonl") + ":2: " + message);
    }

    @Test
    void thePlainCallHasNoFieldsOfTheExtendedOne() {
        String line = "{'driver':'mlx5','config':'a','op':'create_cq','request':{'cqe':1,'flags':0},'errno':'EINVAL'}";

        assertThatThrownBy(() -> read(line))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("request.flags is 0; the plain call has no such field");
        assertThatCode(() -> read(line.replace("create_cq", "create_cq_ex"))).doesNotThrowAnyException();
    }

    private List<VectorLine> read(String text) throws IOException {
        return VectorFile.read(Files.writeString(directory.resolve("vectors.jsonl"), text.replace('\'', '"')));
    }

    private static JsonObject json(String text) throws Exception {
        return JsonParser.object().from(text);
    }
}
