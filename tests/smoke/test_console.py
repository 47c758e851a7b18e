"""What a browser loads before it shows anything, in bytes: time depends on the machine."""

import re

import httpx
import pytest
from warren_cli.settings import Settings

ASSET = re.compile(r'(?:src|href)="(/assets/[^"]+\.(?:js|css))"')


@pytest.mark.parametrize(("encoding", "bytes_max"), [("gzip", 260_000), ("br", 225_000)])
def test_the_first_page_is_small_and_kept_for_good(
    settings: Settings, encoding: str, bytes_max: int
) -> None:
    with httpx.Client(
        base_url=settings.console_url, headers={"Accept-Encoding": encoding}
    ) as browser:
        assets = ASSET.findall(browser.get("/").text)
        assert assets
        total_bytes = 0
        for asset in assets:
            answer = browser.get(asset)
            assert "immutable" in answer.headers["cache-control"], asset
            length_bytes = int(answer.headers["content-length"])
            assert length_bytes < 1_024 or answer.headers["content-encoding"] == encoding, asset
            total_bytes += length_bytes
        assert total_bytes <= bytes_max, assets
