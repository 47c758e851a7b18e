package io.warren.namespace.subtree;

import io.warren.namespace.xattr.XattrLimits;
import io.warren.namespace.xattr.XattrName;
import io.warren.namespace.xattr.XattrName.Namespace;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sets one extended attribute, or takes it away.
 *
 * @param text its name with the value, as {@link TextAttribute#xattr} puts them
 */
public record XattrSetting(String text, XattrLimits limits) implements TextSetting {
  /** Of a value; null takes the attribute away. */
  public static XattrSetting of(XattrName name, byte @Nullable [] value, XattrLimits limits) {
    boolean usable = name.namespace() == Namespace.USER || name.namespace() == Namespace.TRUSTED;
    if (!usable || name.name().isEmpty()) {
      throw AttributeSetting.invalid("Jobs set extended attributes of user. and trusted. alone")
          .with("xattr", name);
    }
    String text = TextAttribute.xattr(name, value);
    if (!TextAttribute.fits(text)) {
      throw AttributeSetting.invalid(
              "The extended attribute is too long to be set by a job: what it was must be kept")
          .with("bytesMax", TextAttribute.MAX_BYTES);
    }
    return new XattrSetting(text, limits);
  }

  @Override
  public TextWish wish(InodeBeside inode) {
    String before = TextAttribute.XATTR.of(inode, text);
    if (TextAttribute.xattrValue(text) != null) {
      Set<XattrName> names = new HashSet<>(inode.xattrs().keySet());
      if (names.add(TextAttribute.xattrName(text))) {
        limits.requireFor(names);
      }
    }
    return new TextWish(TextAttribute.XATTR, before, text);
  }
}
