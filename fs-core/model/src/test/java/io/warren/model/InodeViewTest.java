package io.warren.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A column that is added to inodes is a part of a directory's view unless it is named here. */
class InodeViewTest {
  private static final Set<String> NO_PART =
      Set.of("logicalTime", "mtimeMs", "atimeMs", "childrenVersion");

  private static final long ANOTHER = 2;

  private static Object another(Class<?> type, boolean before) {
    if (type == long.class) {
      return before ? 1L : ANOTHER;
    }
    if (type == int.class) {
      return before ? 1 : (int) ANOTHER;
    }
    if (type == boolean.class) {
      return !before;
    }
    if (type == Name.class) {
      return Name.of(before ? "a" : "b");
    }
    if (type == String.class) {
      return before ? "a" : "b";
    }
    return type.getEnumConstants()[before ? 0 : 1];
  }

  private static Inode inode(String changed) throws ReflectiveOperationException {
    RecordComponent[] components = Inode.class.getRecordComponents();
    Object[] values = new Object[components.length];
    Class<?>[] types = new Class<?>[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      values[i] = another(types[i], !components[i].getName().equals(changed));
    }
    return Inode.class.getDeclaredConstructor(types).newInstance(values);
  }

  @Test
  void everythingButTimesIsPartOfTheView() throws ReflectiveOperationException {
    Set<String> noPart = new TreeSet<>();
    Inode row = inode("");
    assertThat(row.isSameView(inode(""))).isTrue();
    for (RecordComponent component : Inode.class.getRecordComponents()) {
      if (row.isSameView(inode(component.getName()))) {
        noPart.add(component.getName());
      }
    }
    assertThat(noPart).containsExactlyInAnyOrderElementsOf(NO_PART);
    assertThat(Arrays.stream(Inode.class.getRecordComponents()).map(RecordComponent::getName))
        .containsAll(NO_PART);
  }
}
