"""`python -m tests.parse.update [language]` writes the expected text of case folders anew."""

import sys

from tests.parse.reading import CASES, EXPECTED, report


def main(language: str = "*") -> None:
    """Write what is read now; what it says is for a person to check."""
    for folder in sorted(p for p in CASES.glob(f"{language}/*") if p.is_dir()):
        (folder / EXPECTED).write_text(report(folder), encoding="utf-8")
        print(folder.relative_to(CASES))


if __name__ == "__main__":
    main(*sys.argv[1:])
