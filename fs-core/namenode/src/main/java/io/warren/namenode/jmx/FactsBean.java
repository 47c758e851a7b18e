package io.warren.namenode.jmx;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.ReflectionException;

/**
 * A bean of attributes that can only be read, each with its value computed when it is asked for. It
 * has those that are known and no others: an attribute that nobody counts is better absent than 0.
 */
final class FactsBean implements DynamicMBean {
  private final String description;
  private final Map<String, Supplier<?>> facts;

  /**
   * @param facts by attribute; each gives values of one type
   */
  FactsBean(String description, Map<String, Supplier<?>> facts) {
    this.description = description;
    this.facts = new TreeMap<>(facts);
  }

  @Override
  public Object getAttribute(String attribute) throws AttributeNotFoundException {
    Supplier<?> fact = facts.get(attribute);
    if (fact == null) {
      throw new AttributeNotFoundException(attribute);
    }
    return fact.get();
  }

  @Override
  public AttributeList getAttributes(String[] attributes) {
    Set<String> wanted = Set.of(attributes);
    AttributeList values = new AttributeList();
    facts.forEach(
        (name, fact) -> {
          if (wanted.contains(name)) {
            values.add(new Attribute(name, fact.get()));
          }
        });
    return values;
  }

  @Override
  public void setAttribute(Attribute attribute) throws AttributeNotFoundException {
    throw new AttributeNotFoundException(attribute.getName() + " can only be read");
  }

  @Override
  public AttributeList setAttributes(AttributeList attributes) {
    return new AttributeList();
  }

  @Override
  public Object invoke(String action, Object[] parameters, String[] signature)
      throws ReflectionException {
    throw new ReflectionException(new NoSuchMethodException(action));
  }

  @Override
  public MBeanInfo getMBeanInfo() {
    MBeanAttributeInfo[] attributes =
        facts.keySet().stream()
            .map(
                name ->
                    new MBeanAttributeInfo(name, Object.class.getName(), name, true, false, false))
            .toArray(MBeanAttributeInfo[]::new);
    return new MBeanInfo(getClass().getName(), description, attributes, null, null, null);
  }
}
