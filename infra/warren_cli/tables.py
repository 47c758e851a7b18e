"""Tables of text for a terminal."""

from collections.abc import Sequence


def aligned(table: Sequence[tuple[str, ...]]) -> str:
    """The rows with their columns lined up, without blanks at the ends of lines."""
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in table
    )
