"""Entries of ACLs and values of extended attributes, as HDFS's own commands take them."""

import binascii
import re
from base64 import b64decode, b64encode
from enum import StrEnum
from typing import Final

# What a namenode keeps of one inode for an undo, in bytes: an ACL, or a name, a colon and a value
# in Base64.
KEPT_BYTES_MAX: Final = 700
XATTR_NAME: Final = r"^(user|trusted)\.[^\x00-\x1f\x7f]{1,255}$"
_SUBJECT: Final = r"(default:)?(user|group|mask|other):[^\s:,/\x00-\x1f]*"
_ENTRY: Final = re.compile(rf"{_SUBJECT}:[r-][w-][x-]")
_ENTRY_WITHOUT_RIGHTS: Final = re.compile(rf"{_SUBJECT}:?")


class AclChange(StrEnum):
    """What becomes of an ACL: as `setfacl` --set, -m, -x, -k and -b do it."""

    SET = "set"
    MODIFY = "modify"
    REMOVE = "remove"
    REMOVE_DEFAULT = "remove_default"
    REMOVE_ALL = "remove_all"


def acl_error(change: AclChange, acl: str | None) -> str | None:
    """What is wrong with the entries that a change is given; None where nothing is."""
    if change in (AclChange.REMOVE_DEFAULT, AclChange.REMOVE_ALL):
        return None if acl is None else f"{change} takes no entries."
    if not acl:
        return f"Give the entries to {change}."
    removes = change is AclChange.REMOVE
    form = _ENTRY_WITHOUT_RIGHTS if removes else _ENTRY
    wrong = [entry for entry in acl.split(",") if form.fullmatch(entry) is None]
    if not wrong:
        return None
    like = (
        "user:ana, default:group:ops or mask:" if removes else "user:ana:r-x or default:other::---"
    )
    return f"{wrong[0][:100]!r} is no entry here. Separate entries by commas, each such as {like}."


def xattr_bytes(value: str) -> bytes:
    """The bytes of a value: hexadecimal after 0x, Base64 after 0s, else text. Raises ValueError."""
    if value[:2] in ("0x", "0X"):
        return bytes.fromhex(value[2:])
    if value[:2] in ("0s", "0S"):
        try:
            return b64decode(value[2:], validate=True)
        except binascii.Error as error:
            raise ValueError(str(error)) from error
    return value.encode()


def xattr_error(name: str, value: str | None) -> str | None:
    """What is wrong with a value that an attribute is given; None where nothing is."""
    try:
        encoded = "" if value is None else b64encode(xattr_bytes(value)).decode()
    except ValueError:
        return "Give text, hexadecimal digits after 0x, or Base64 after 0s."
    if len(f"{encoded}:{name}".encode()) > KEPT_BYTES_MAX:
        return (
            f"Name and value, that in Base64, have at most {KEPT_BYTES_MAX - 1} bytes together: "
            "as much is kept for an undo. Set longer ones with setfattr."
        )
    return None
