package org.verbena.itests.softroce.guest;

/** Runs in a guest; {@code CmIT} starts it. */
class FfmCm extends CmTests {
    FfmCm() {
        super("ffm");
    }
}
