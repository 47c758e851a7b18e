"""A Spark job as a user writes one: Parquet out, overwrite by partition, and back in."""

from pyspark.sql import SparkSession
from pyspark.sql import functions as f

ROWS = 10_000
PARTITIONS = 4
TABLE = "/spark/table"


def main() -> None:
    spark = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.sql.sources.partitionOverwriteMode", "dynamic")
        .getOrCreate()
    )
    rows = spark.range(ROWS, numPartitions=PARTITIONS).withColumn("part", f.col("id") % PARTITIONS)
    rows.write.partitionBy("part").parquet(TABLE)
    rows.where("part = 1").write.mode("overwrite").partitionBy("part").parquet(TABLE)
    back = spark.read.parquet(TABLE)
    total = back.agg(f.sum("id")).first()[0]
    if total != ROWS * (ROWS - 1) // 2:
        raise SystemExit(f"the sum of the ids is {total}")
    print(f"rows read back: {back.count()}")
    spark.stop()


if __name__ == "__main__":
    main()
