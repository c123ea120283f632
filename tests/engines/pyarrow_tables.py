"""Tables by pyarrow, for tests/engines/pyarrow_test.ts.

describe FILE...   prints types, metadata and rows of each file as JSON
write FOLDER       writes one table in every way pyarrow has, and prints its rows as JSON
"""

import base64
import datetime
import json
import math
import sys

import pyarrow as pa
import pyarrow.feather
import pyarrow.ipc
import pyarrow.parquet

UTC = datetime.timezone.utc


def plain(value, type_):
    """A value as JSON that says exactly what it is."""
    if value is None:
        return None
    if pa.types.is_dictionary(type_):
        return plain(value, type_.value_type)
    if pa.types.is_list(type_):
        return [plain(item, type_.value_type) for item in value]
    if pa.types.is_struct(type_):
        return {f.name: plain(value[f.name], f.type) for f in type_}
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float) and not math.isfinite(value):
        return repr(value)
    if isinstance(value, datetime.datetime):
        return value.replace(tzinfo=value.tzinfo or UTC).astimezone(UTC).isoformat()
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    return value


def read(path):
    if path.endswith(".parquet"):
        # Not through the dataset layer: it would hide what the file itself says.
        return pa.parquet.ParquetFile(path).read()
    with pa.OSFile(path) as source:
        return pa.ipc.open_file(source).read_all()


def rows(table):
    columns = [
        [plain(value, column.type) for value in column.to_pylist()]
        for column in table.columns
    ]
    return [dict(zip(table.column_names, row)) for row in zip(*columns)]


def describe(path):
    table = read(path)
    table.validate(full=True)
    metadata = table.schema.metadata or {}
    return {
        "types": {f.name: str(f.type) for f in table.schema},
        "nullable": {f.name: f.nullable for f in table.schema},
        "metadata": {k.decode(): v.decode() for k, v in metadata.items()},
        "rows": rows(table),
    }


def example():
    n = 5000
    day = datetime.date(2026, 3, 1)
    at = datetime.datetime(2026, 3, 1, 8, 0, 0, 123000, tzinfo=UTC)
    second = datetime.timedelta(seconds=1)

    def every(make, type_):
        return pa.array([None if i % 11 == 3 else make(i) for i in range(n)], type_)

    labels = ["bug-fix", "tests", "修复", "ä\r\nö"]
    nested = pa.struct([("n", pa.int32()), ("words", pa.list_(pa.string()))])
    return pa.table(
        {
            "text": every(lambda i: f"message {i} {labels[i % 4]}", pa.string()),
            "large": every(lambda i: labels[i % 4], pa.large_string()),
            "word": every(lambda i: labels[i % 4], pa.string()).dictionary_encode(),
            "i8": every(lambda i: i % 256 - 128, pa.int8()),
            "u32": every(lambda i: i * 858993, pa.uint32()),
            "i32": every(lambda i: i - 2500, pa.int32()),
            "i64": every(lambda i: (i - 2500) * 2**50, pa.int64()),
            "u64": every(lambda i: 2**64 - 1 - i, pa.uint64()),
            "f32": every(lambda i: i / 4, pa.float32()),
            "f64": every(lambda i: i / 7 if i else float("nan"), pa.float64()),
            "yes": every(lambda i: i % 3 == 0, pa.bool_()),
            "day": every(lambda i: day + datetime.timedelta(days=i), pa.date32()),
            "s": every(lambda i: at.replace(microsecond=0) + i * second, pa.timestamp("s", "UTC")),
            "ms": every(lambda i: at + i * second, pa.timestamp("ms", "UTC")),
            "us": every(lambda i: at + i * second, pa.timestamp("us")),
            "ns": every(lambda i: at + i * second, pa.timestamp("ns", "UTC")),
            "bytes": every(lambda i: bytes([i % 256, 0]), pa.binary()),
            "ints": every(lambda i: [i, None] * (i % 3), pa.list_(pa.int32())),
            "words": every(lambda i: labels[: i % 5], pa.list_(pa.string())),
            "lists": every(lambda i: [[i], None, []][: i % 4], pa.list_(pa.list_(pa.int32()))),
            "nested": every(lambda i: {"n": i, "words": labels[: i % 3]}, nested),
        },
        metadata={"seed": "7"},
    )


PARQUET = {
    "snappy": {},
    "zstd": {"compression": "zstd"},
    "gzip": {"compression": "gzip"},
    "brotli": {"compression": "brotli"},
    "lz4": {"compression": "lz4"},
    "none": {"compression": "none"},
    "plain": {"use_dictionary": False},
    "pages": {"data_page_version": "2.0", "data_page_size": 1024, "row_group_size": 700},
    "old": {"version": "1.0", "use_deprecated_int96_timestamps": True},
    "delta": {
        "use_dictionary": False,
        "column_encoding": {
            "text": "DELTA_BYTE_ARRAY",
            "large": "DELTA_LENGTH_BYTE_ARRAY",
            "i32": "DELTA_BINARY_PACKED",
            "i64": "DELTA_BINARY_PACKED",
            "f64": "BYTE_STREAM_SPLIT",
        },
    },
    "unknown": {"store_schema": False},
}


def write(folder):
    table = example()
    for name, options in PARQUET.items():
        pa.parquet.write_table(table, f"{folder}/{name}.parquet", **options)
    for compression in ["lz4", "zstd", "uncompressed"]:
        pa.feather.write_feather(table, f"{folder}/{compression}.feather", compression)
    with pa.ipc.new_stream(f"{folder}/stream.arrow", table.schema) as sink:
        sink.write_table(table, max_chunksize=999)
    with pa.ipc.new_file(f"{folder}/batches.arrow", table.schema) as sink:
        sink.write_table(table, max_chunksize=999)
    return rows(table)


if __name__ == "__main__":
    command, *paths = sys.argv[1:]
    made = write(paths[0]) if command == "write" else [describe(p) for p in paths]
    json.dump(made, sys.stdout, allow_nan=False)
