package org.verbena.itests.softroce.guest;

/** Runs in a guest; {@code CmIT} starts it. */
class JnaCm extends CmTests {
    JnaCm() {
        super("jna");
    }
}
