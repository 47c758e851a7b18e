"""The totals that counts of trees are answered from, as an operator checks them."""

from .conftest import Shell, warren


def test_a_tree_is_checked_and_recounted(shell: Shell, area: str) -> None:
    tree = f"{area}/tree"
    shell.ok("-mkdir", "-p", f"{tree}/a/b", f"{tree}/c")
    shell.ok("-touchz", f"{tree}/a/b/f", f"{tree}/c/g")
    shell.ok("-mv", f"{tree}/a", f"{tree}/c/a")

    status = warren("totals", "status")
    assert status.returncode == 0, status.stdout + status.stderr
    assert b"All directories are counted" in status.stdout

    for kind in ("check", "recount"):
        done = warren("totals", kind, tree)
        assert done.returncode == 0, done.stdout + done.stderr
        assert b"4 directories counted among 6 inodes, 0 wrong" in done.stdout

    missing = warren("totals", "check", f"{area}/nowhere")
    assert missing.returncode != 0
    assert b"does not exist" in missing.stdout + missing.stderr
