"""What is committed is what the API's description gives now."""

from client_generator.generate import GENERATED, generate
from client_generator.operations import method_name


def test_modules_are_committed_as_generated() -> None:
    committed = {
        file.name: file.read_text(encoding="utf-8") for file in sorted(GENERATED.glob("*.py"))
    }
    different = [
        name for name, text in sorted(generate().items()) if committed.pop(name, None) != text
    ]
    assert (different, list(committed)) == ([], []), (
        "Run `python -m client_generator` in clients/python"
    )


def test_methods_are_called_as_their_operations_without_the_resource() -> None:
    assert method_name("users_list", "users") == "list"
    assert method_name("alert_channel_create", "alerts") == "channel_create"
    assert method_name("usage", "usage") == "get"
    assert method_name("small_files", "smallfiles") == "get"
    assert method_name("block_reports_list", "block_reports") == "list"
    assert method_name("dead_letters_list", "pipeline") == "dead_letters_list"
