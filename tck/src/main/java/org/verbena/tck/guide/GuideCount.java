package org.verbena.tck.guide;

/** Counts the outcomes of the programs of one run. The tests run sequentially. */
final class GuideCount {
    private int run;
    private int asOnPage;
    private int otherwise;
    private int refused;

    void begun() {
        run++;
    }

    void ended(GuideEnd end, boolean onPage) {
        if (end.isRefusal()) {
            refused++;
        } else if (onPage) {
            asOnPage++;
        } else {
            otherwise++;
        }
    }

    String worth() {
        return "%d programs run, %d print what their pages say, %d what is declared, %d refused as declared, %d failed"
                .formatted(run, asOnPage, otherwise, refused, run - asOnPage - otherwise - refused);
    }
}
