package io.warren.checker;

import io.warren.model.NamespaceException.Code;

/** The model refuses a step; nothing has changed. */
final class Refused extends RuntimeException {
  private static final long serialVersionUID = 1L;
  final Code code;

  Refused(Code code) {
    super(code.name(), null, false, false);
    this.code = code;
  }
}
