"""What jobs are told of ACLs and extended attributes."""

import pytest

from apps.jobs.attribute_forms import SetAclParametersSerializer, SetXattrParametersSerializer
from apps.jobs.texts import AclChange, acl_error, xattr_bytes, xattr_error


@pytest.mark.parametrize(
    ("change", "acl"),
    [
        ("modify", "user:ana:r-x,default:group:ops:rwx,mask::r--,other::---"),
        ("set", "user::rwx,group::r-x,other::---"),
        ("remove", "user:ana,default:group:ops:,mask:"),
        ("remove_all", None),
        ("remove_default", None),
    ],
)
def test_entries_of_setfacl_are_taken(change: str, acl: str | None) -> None:
    assert acl_error(AclChange(change), acl) is None


@pytest.mark.parametrize(
    ("change", "acl", "said"),
    [
        ("modify", None, "Give the entries"),
        ("modify", "", "Give the entries"),
        ("modify", "user:ana", "no entry here"),
        ("modify", "user:ana:rwx,", "no entry here"),
        ("modify", "user:ana:wrx", "no entry here"),
        ("modify", "someone:ana:rwx", "no entry here"),
        ("remove", "user:ana:rwx", "no entry here"),
        ("remove_all", "user:ana:rwx", "takes no entries"),
    ],
)
def test_what_is_no_entry_is_told(change: str, acl: str | None, said: str) -> None:
    assert said in (acl_error(AclChange(change), acl) or "")
    form = SetAclParametersSerializer(
        data={"acl_change": change} | ({} if acl is None else {"acl": acl})
    )
    assert not form.is_valid()
    assert "acl" in form.errors


@pytest.mark.parametrize(
    ("value", "wanted"),
    [("blue", b"blue"), ("", b""), ("0x626c75", b"blu"), ("0sYmx1", b"blu"), ("ü", b"\xc3\xbc")],
)
def test_values_are_as_setfattr_takes_them(value: str, wanted: bytes) -> None:
    assert xattr_bytes(value) == wanted


@pytest.mark.parametrize("value", ["0xzz", "0s###", "x" * 600])
def test_what_is_no_value_or_too_long_is_told(value: str) -> None:
    assert xattr_error("user.team", value) is not None


@pytest.mark.parametrize("name", ["team", "user.", "system.team", "user.a\nb", "security.x"])
def test_only_attributes_of_users_and_of_the_superuser_are_set(name: str) -> None:
    form = SetXattrParametersSerializer(data={"xattr": name, "xattr_value": "blue"})
    assert not form.is_valid()
    assert "xattr" in form.errors
    assert SetXattrParametersSerializer(data={"xattr": "user.team", "xattr_value": ""}).is_valid()
