package io.warren.migrate.image;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Paths of inodes of an image, for what is refused: one costs a look at all inodes. */
public final class ImagePaths {
  private ImagePaths() {}

  /** Adds to why an image is refused where in the tree that is, and under which policy. */
  public static ImageException located(ImageException refused, ImageFile image) throws IOException {
    Map<String, Object> facts = refused.facts();
    if (facts.get("policyId") instanceof Integer policyId) {
      refused.with("policy", ImagePolicies.read(image).name(policyId));
    }
    if (facts.get("inodeId") instanceof Long inodeId) {
      ImageTree tree = ImageTree.read(image, ImageReferences.read(image));
      refused.with("path", of(image, tree, inodeId));
    }
    return refused;
  }

  /**
   * The path of an inode.
   *
   * @return from the root, or from the uppermost directory that only snapshots hold
   */
  private static String of(ImageFile image, ImageTree tree, long inodeId) throws IOException {
    Set<Long> ids = new LinkedHashSet<>();
    // A damaged image may have a directory within itself.
    for (long at = inodeId; at != 0 && ids.add(at); ) {
      at = tree.parentOf(at);
    }
    Map<Long, String> names = new HashMap<>();
    ImageInodes.forEach(
        image,
        inode -> {
          if (ids.contains(inode.getId())) {
            names.put(inode.getId(), inode.getName().toStringUtf8());
          }
        });
    StringBuilder path = new StringBuilder();
    for (long id : ids) {
      if (id != ImageInodes.ROOT_ID) {
        path.insert(0, "/" + names.getOrDefault(id, "?"));
      }
    }
    boolean inTree = ids.contains(ImageInodes.ROOT_ID);
    return inTree ? path.length() == 0 ? "/" : path.toString() : "a snapshot:" + path;
  }
}
