"""What keeping data costs, where a setting tells it."""

from dataclasses import dataclass

from config.env import env


@dataclass(frozen=True, slots=True)
class Price:
    """What keeping a terabyte (10¹² bytes) for a month costs."""

    per_tb_month: float
    currency: str


def price_of_space() -> Price | None:
    """None where no setting tells it."""
    per_tb_month = env().storage_price_per_tb_month
    return Price(per_tb_month, env().storage_currency) if per_tb_month > 0 else None
