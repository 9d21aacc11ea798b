// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the reader and the writer of vector files. */
class VectorFileTest {
    private static final String GOOD = "{'driver':'mlx5','config':'a','op':'create_qp','qp_type':'RC','srq':false,"
            + "'sq_sig_all':false,'request':{'max_send_wr':1},'errno':'EINVAL'}";

    @TempDir
    private Path directory;

    @ParameterizedTest
    @MethodSource("org.verbena.fidelity.vector.RecordedVectors#files")
    void writtenVectorsAreReadUnchanged(String file) throws IOException {
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
    void tooDeeplyNestedBracketsAreRefused() {
        assertThatThrownBy(() -> read("{\"note\":" + "[".repeat(60_000)))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("nested too deeply");
    }

    @Test
    void vectorLinesHaveTheirFileAndNumber() throws IOException {
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
        "'op':'create_qp', 'no':1, 'op is absent; a string is required'",
        "'RC', 'XX', 'qp_type is \"XX\"; it must be one of RC, UC, UD, RAW_PACKET, XRC_SEND, XRC_RECV, DRIVER, ?'",
        "'srq':false, 'srq':0, srq is 0; it must be true or false",
        "'errno':'EINVAL', 'errno':22, errno is 22; it must be a string",
        "EINVAL', EINVAL'#'granted':{}, 'errno is \"EINVAL\"; errno and granted exclude each other'",
        "EINVAL'}, EINVAL', not a JSON object",
        "'max_send_wr':1, 'max_send_wr':null, request.max_send_wr is null; null is not allowed; write 0 or false",
        "'srq':false, 'srq':null, srq is null; null is not allowed",
        "{'max_send_wr':1}, null, request is null; null is not allowed",
        "_type':'RC', _type':null, qp_type is null; a string is required",
        "EINVAL, inval, errno is \"inval\"; it must be the name of an error number",
        "'max_send_wr':1, 'max_send_wr':1#'max_send_wr':2, 'it has two members of the name \"max_send_wr\"'",
        "'max_send_wr':1, 'max_send_wr':1#'max_send\\u005fwr':2, 'it has two members of the name \"max_send'",
        "'max_send_wr':1, 'max_send\\u001b_wr':1, 'request.\"max_send\\u001b_wr\" is 1; this request has no such field'",
        "'srq':false, 'comp_mask':2#'srq':false, comp_mask is 2; the plain call has no such field",
    })
    void namesFileLineFieldAndValue(String original, String change, String message) {
        String line = GOOD.replace(original, change.replace('#', ','));

        assertThatThrownBy(() -> read(GOOD + "\n" + line))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining(directory.resolve("vectors.jsonl") + ":2: " + message);
    }

    @ParameterizedTest
    @CsvSource({"4294967295, -1", "2147483648, -2147483648", "-2147483648, -2147483648", "-1, -1", "7, 7"})
    void signedFieldsAreReadInBothNotations(String written, int value) throws IOException {
        String line =
                "{'driver':'mlx5','config':'a','op':'create_cq','request':{'cqe':%s,'comp_vector':%s},'errno':'EINVAL'}"
                        .formatted(written, written);

        assertThat(read(line).get(0).vector().request()).isEqualTo(Request.CreateCq.plain(value, value));
        assertThat(((Request.ResizeCq) read(line.replace("create_cq", "resize_cq")
                                .replace("'request'", "'from_cqe':" + written + ",'request'")
                                .replace(",'comp_vector':" + written, ""))
                        .get(0)
                        .vector()
                        .request()))
                .isEqualTo(new Request.ResizeCq(value, value));
    }

    @ParameterizedTest
    @ValueSource(strings = {"4294967296", "-2147483649", "1e3", "1.0", "1e999999999"})
    void numbersBeyond32BitsAreUnreadable(String number) {
        String line = "{'driver':'mlx5','config':'a','op':'create_cq','request':{'cqe':" + number + "}}";

        assertThatThrownBy(() -> read(line))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("it must be a number from -2147483648 to 4294967295");
    }

    @Test
    void numbersOfAnAnswerAreTheSameInBothNotations() throws IOException {
        String line = GOOD.replace("'errno':'EINVAL'", "'granted':{'max_send_wr':%s}");

        assertThat(read(line.formatted("-1")).get(0).vector())
                .isEqualTo(read(line.formatted("4294967295")).get(0).vector());
    }

    @Test
    void nullInAnAnswerIsTheSameAsAbsent() throws IOException {
        String nulls = "'granted':null,'queried':null,'qp_ex':null,'then':null,'note':null}";

        assertThat(read(GOOD.substring(0, GOOD.length() - 1) + "," + nulls))
                .extracting(VectorLine::vector)
                .isEqualTo(read(GOOD).stream().map(VectorLine::vector).toList());
        assertThat(read(GOOD.replace("'EINVAL'}", "null," + nulls))
                        .get(0)
                        .vector()
                        .answer()
                        .errno())
                .isEmpty();
    }

    @Test
    void unreadableLinesAreReportedAndTheOthersAreRead() throws IOException {
        Path file = directory.resolve("vectors.jsonl");
        String good = GOOD.replace('\'', '"');
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(("\uFEFF" + good + "\r\n\r\n{}\n").getBytes(StandardCharsets.UTF_8));
        bytes.writeBytes(new byte[] {'"', (byte) 0xFF, '"', '\n'});
        bytes.writeBytes(new byte[100_000]);
        bytes.writeBytes(("\n" + good).getBytes(StandardCharsets.UTF_8));
        Files.write(file, bytes.toByteArray());
        List<String> unreadable = new ArrayList<>();

        List<VectorLine> read = VectorFile.read(file, line -> unreadable.add(line.toString()));

        assertThat(read).extracting(VectorLine::number).containsExactly(1, 6);
        assertThat(unreadable)
                .containsExactly(
                        file + ":3: driver is absent; a string is required",
                        file + ":4: the line is not UTF-8",
                        file + ":5: the line is longer than 65536 bytes");
    }

    /** Long numbers are rejected before parsing. The parser takes quadratic time, which is minutes for this file. */
    @Test
    @Timeout(30)
    void longNumbersAreRefusedUnparsed() throws IOException {
        Path configs = Files.writeString(directory.resolve("configs.json"), "{\"a\":" + "9".repeat(1 << 23) + "}");

        assertThatThrownBy(() -> Configs.read(configs))
                .isInstanceOf(FormatException.class)
                .hasMessage(configs + ": a number has 8388608 characters; it must have at most 40");
    }

    @Test
    void endlessFilesAreRefused() {
        assertThatThrownBy(() -> VectorFile.read(Path.of("/dev/zero")))
                .isInstanceOf(FormatException.class)
                .hasMessage("/dev/zero: it is longer than 67108864 bytes");
        assertThatThrownBy(() -> Configs.read(Path.of("/dev/zero")))
                .isInstanceOf(FormatException.class)
                .hasMessage("/dev/zero: it is longer than 16777216 bytes");
    }

    @Test
    void filesOfTooManyLinesAreRefused() throws IOException {
        Path file = Files.writeString(directory.resolve("vectors.jsonl"), "\n".repeat(1_000_001));

        assertThatThrownBy(() -> VectorFile.read(file))
                .isInstanceOf(FormatException.class)
                .hasMessage(file + ": it has more than 1000000 lines");
    }

    @Test
    void fieldsOfTheExtendedCallAreRefusedInThePlainCall() {
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
