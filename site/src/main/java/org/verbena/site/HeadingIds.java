// SPDX-License-Identifier: Apache-2.0
package org.verbena.site;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.renderer.html.AttributeProvider;

/** Gives headings the same anchors as GitHub, so that links work on both. Each page needs a separate object. */
final class HeadingIds implements AttributeProvider {
    private static final Pattern PUNCTUATION = Pattern.compile("[^\\w\\- ]", Pattern.UNICODE_CHARACTER_CLASS);

    private final Map<String, Integer> uses = new HashMap<>();

    @Override
    public void setAttributes(Node node, String tagName, Map<String, String> attributes) {
        if (node instanceof Heading) {
            StringBuilder text = new StringBuilder();
            node.accept(new AbstractVisitor() {
                @Override
                public void visit(Text part) {
                    text.append(part.getLiteral());
                }

                @Override
                public void visit(Code part) {
                    text.append(part.getLiteral());
                }
            });
            String name = text.toString().strip().toLowerCase(Locale.ROOT);
            String id = PUNCTUATION.matcher(name).replaceAll("").replace(' ', '-');
            int use = uses.merge(id, 1, Integer::sum);
            attributes.put("id", use == 1 ? id : id + "-" + (use - 1));
        }
    }
}
