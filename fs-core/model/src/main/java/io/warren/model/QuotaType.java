package io.warren.model;

/** The types of storage whose use a quota can limit: those that keep data without power. */
public enum QuotaType {
  SSD,
  DISK,
  ARCHIVE,
  PROVIDED,
  NVDIMM
}
