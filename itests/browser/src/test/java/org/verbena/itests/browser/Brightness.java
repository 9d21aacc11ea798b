// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.browser;

import java.util.List;
import java.util.regex.Pattern;
import org.openqa.selenium.WebElement;

/** Computes the brightness of a CSS colour, from 0 for black to 1 for white. */
final class Brightness {
    private static final Pattern COMPONENT = Pattern.compile("[\\d.]+");

    private Brightness() {}

    /** Returns the brightness of a CSS property whose value is an opaque colour. */
    static double of(WebElement element, String property) {
        String colour = element.getCssValue(property);
        List<Double> rgba = COMPONENT
                .matcher(colour)
                .results()
                .map(component -> Double.parseDouble(component.group()))
                .toList();
        if (rgba.size() < 3 || (rgba.size() == 4 && rgba.get(3) != 1)) {
            throw new AssertionError(property + " is not an opaque colour: " + colour);
        }
        return (rgba.get(0) + rgba.get(1) + rgba.get(2)) / (3 * 255);
    }
}
