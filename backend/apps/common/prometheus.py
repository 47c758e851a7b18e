"""Reading of Prometheus' text format."""

from collections.abc import Iterator

from prometheus_client.parser import text_string_to_metric_families

Sample = tuple[str, dict[str, str], float]


def samples(text: str, prefixes: tuple[str, ...]) -> Iterator[Sample]:
    """Names, labels and values of the samples whose names begin with one of the prefixes.

    The other lines, nearly all, are not parsed: a namenode tells thousands.
    """
    wanted = "".join(line + "\n" for line in text.splitlines() if line.startswith(prefixes))
    for family in text_string_to_metric_families(wanted):
        for each in family.samples:
            yield each.name, each.labels, each.value
