package io.warren.checker;

import io.warren.model.NamespaceException.Code;

/** The model's operations on ACLs, extended attributes and policies. */
final class AttributeModel {
  private static final int STICKY = 01000;

  private final Tree tree;

  AttributeModel(Tree tree) {
    this.tree = tree;
  }

  String apply(Step step) {
    if (step.kind() == Step.Kind.SET_EC) {
      return setCoding(step);
    }
    Node node = tree.walk(step.path(), step.caller()).requireLast();
    int number = (int) step.number();
    switch (step.kind()) {
      case ACL_GRANT -> {
        Tree.requireOwner(node, step.caller());
        node.mode = node.attributes.grant(step.other(), number, node.mode);
      }
      case ACL_DEFAULT -> {
        Tree.requireOwner(node, step.caller());
        if (!node.directory) {
          throw new Refused(Code.INVALID_ACL);
        }
        node.attributes.grantByDefault(step.other(), number, node.mode);
      }
      case ACL_CLEAR -> {
        Tree.requireOwner(node, step.caller());
        node.mode = node.attributes.clear(node.mode);
      }
      case ACL_REVOKE -> {
        Tree.requireOwner(node, step.caller());
        node.mode = node.attributes.revoke(step.other(), node.mode);
      }
      case ACL_CLEAR_DEFAULT -> {
        Tree.requireOwner(node, step.caller());
        node.attributes.defaults.clear();
      }
      case GET_ACL -> {
        return Integer.toOctalString(node.mode) + node.attributes.acl();
      }
      case SET_XATTR -> {
        requireChangeable(node, step.caller());
        node.attributes.xattrs.put(step.other(), step.number());
      }
      case REMOVE_XATTR -> {
        requireChangeable(node, step.caller());
        if (node.attributes.xattrs.remove(step.other()) == null) {
          throw new Refused(Code.XATTR_REFUSED);
        }
      }
      case GET_XATTRS -> {
        Tree.require(node, step.caller(), Tree.READ);
        return node.attributes.xattrs.toString();
      }
      case SET_POLICY -> {
        Tree.require(node, step.caller(), Tree.WRITE);
        node.attributes.policy = number;
      }
      case GET_EC -> {
        Tree.require(node, step.caller(), Tree.READ);
        return Coding.name(node.coding());
      }
      default -> throw new IllegalArgumentException("No operation on attributes: " + step);
    }
    return "done";
  }

  private String setCoding(Step step) {
    int id = (int) step.number();
    Coding.requireEnabled(id);
    Node node = tree.walk(step.path(), step.caller()).requireLast();
    Tree.require(node, step.caller(), Tree.WRITE);
    if (!node.directory) {
      throw new Refused(Code.CONFLICT);
    }
    if (id == 0 && node.attributes.erasureCoding == 0) {
      throw new Refused(Code.NO_ERASURE_CODING_SET);
    }
    node.attributes.erasureCoding = id;
    return "done";
  }

  private static void requireChangeable(Node node, int caller) {
    if (node.directory && (node.mode & STICKY) != 0) {
      Tree.requireOwner(node, caller);
    } else {
      Tree.require(node, caller, Tree.WRITE);
    }
  }
}
