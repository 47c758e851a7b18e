"""The shell that tests keep is that of one system alone."""

from warren_cli import stock_shell

OF_A = {
    stock_shell.URL: "http://127.0.0.1:1",
    stock_shell.TOKEN: "t",
    stock_shell.HOME: "/tmp/a",
}


def test_it_is_found_for_its_own_system() -> None:
    found = stock_shell.of({**OF_A, "WARREN_HOME": "/tmp/a"})
    assert found == stock_shell.StockShell("http://127.0.0.1:1", "t")


def test_a_system_beside_it_and_tests_by_hand_have_none() -> None:
    assert stock_shell.of({**OF_A, "WARREN_HOME": "/tmp/b"}) is None
    assert stock_shell.of(OF_A) is None
    assert stock_shell.of({"WARREN_HOME": "/tmp/a"}) is None
    assert stock_shell.of({}) is None
