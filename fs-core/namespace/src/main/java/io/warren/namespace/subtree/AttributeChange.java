package io.warren.namespace.subtree;

import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a step made of an inode's attributes: their former values and those in their place. What
 * stayed as it was is on neither side.
 */
public record AttributeChange(Attributes from, Attributes to) {
  /** Values of some attributes. */
  public record Attributes(Map<Attribute, Integer> values, Map<TextAttribute, String> texts) {
    public Attributes {
      values = Map.copyOf(values);
      texts = Map.copyOf(texts);
    }

    public Attributes(Map<Attribute, Integer> values) {
      this(values, Map.of());
    }

    /** Null where the attribute is left alone. */
    public @Nullable Integer of(Attribute attribute) {
      return values.get(attribute);
    }

    private boolean isOf(Inode inode) {
      return values.entrySet().stream().allMatch(e -> e.getKey().of(inode) == e.getValue());
    }

    private boolean isOf(InodeBeside inode) {
      return isOf(inode.inode())
          && texts.entrySet().stream()
              .allMatch(e -> e.getKey().of(inode, e.getValue()).equals(e.getValue()));
    }
  }

  public AttributeChange {
    boolean paired =
        from.values().keySet().equals(to.values().keySet())
            && from.texts().keySet().equals(to.texts().keySet());
    boolean together =
        to.values().keySet().stream()
            .allMatch(one -> to.values().keySet().stream().allMatch(one::goesWith));
    boolean one =
        to.texts().isEmpty()
            ? !to.values().isEmpty()
            : to.texts().size() == 1 && to.values().isEmpty();
    if (!paired || !together || !one) {
      throw new NamespaceException(
          NamespaceException.Code.INVALID_ARGUMENT,
          "A change is of owner and group or of one other attribute, each from one value to"
              + " another");
    }
  }

  /** Of what stands beside a row. */
  static AttributeChange of(TextSetting.TextWish wish) {
    return new AttributeChange(
        new Attributes(Map.of(), Map.of(wish.attribute(), wish.before())),
        new Attributes(Map.of(), Map.of(wish.attribute(), wish.after())));
  }

  /** What it makes of a text attribute of an inode; null where it is of none. */
  TextSetting.@Nullable TextWish wish(InodeBeside inode) {
    for (Map.Entry<TextAttribute, String> each : to.texts().entrySet()) {
      TextAttribute attribute = each.getKey();
      String after = each.getValue();
      return new TextSetting.TextWish(attribute, attribute.of(inode, after), after);
    }
    return null;
  }

  /** What is different of an inode whose row was changed; the rows differ. */
  static AttributeChange between(Inode before, Inode after) {
    Map<Attribute, Integer> from = new EnumMap<>(Attribute.class);
    Map<Attribute, Integer> to = new EnumMap<>(Attribute.class);
    for (Attribute each : Attribute.values()) {
      if (each.of(before) != each.of(after)) {
        from.put(each, each.of(before));
        to.put(each, each.of(after));
      }
    }
    return new AttributeChange(new Attributes(from), new Attributes(to));
  }

  /** Whether the inode is as the change found it, or as it would leave it. */
  boolean admits(InodeBeside inode) {
    return from.isOf(inode) || to.isOf(inode);
  }

  /** The inode as the change leaves it; the same object when it is so already. */
  Inode applyTo(Inode inode) {
    if (to.values().isEmpty() || to.isOf(inode)) {
      return inode;
    }
    Inode after = inode;
    for (Map.Entry<Attribute, Integer> each : to.values().entrySet()) {
      after = each.getKey().in(after, each.getValue());
    }
    return after;
  }
}
