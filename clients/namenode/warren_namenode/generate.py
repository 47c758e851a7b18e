"""Generates `generated/admin_api.py` from the namenode's contract.

Run it as `python -m warren_namenode.generate` after the contract changed.
"""

import sys
from pathlib import Path

from datamodel_code_generator import InputFileType, LiteralType, generate
from datamodel_code_generator.enums import DataModelType, OpenAPIScope
from datamodel_code_generator.format import Formatter, PythonVersion

REPOSITORY = Path(__file__).resolve().parents[3]
CONTRACT = REPOSITORY / "fs-core/namenode/src/main/resources/admin-api.yaml"
GENERATED = Path(__file__).resolve().parent / "generated" / "admin_api.py"


def generate_into(output: Path) -> None:
    """Write the types of the contract's schemas to `output`."""
    generate(
        CONTRACT,
        input_file_type=InputFileType.OpenAPI,
        output=output,
        output_model_type=DataModelType.PydanticV2BaseModel,
        openapi_scopes=[OpenAPIScope.Schemas],
        target_python_version=PythonVersion.PY_311,
        use_standard_collections=True,
        use_union_operator=True,
        use_schema_description=True,
        field_constraints=True,
        strict_nullable=True,
        snake_case_field=False,
        enum_field_as_literal=LiteralType.All,
        collapse_root_models=True,
        disable_timestamp=True,
        formatters=[Formatter.BLACK, Formatter.ISORT],
        custom_file_header="# Generated from admin-api.yaml by warren_namenode.generate.",
    )


if __name__ == "__main__":
    generate_into(GENERATED)
    sys.stdout.write(f"wrote {GENERATED}\n")
