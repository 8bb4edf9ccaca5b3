"""Checks what LibreOffice read from the exports: no formulas, and every text in a cell.

    check.py FOLDER

FOLDER has the files and their list below `exports`, and what was read from them below `read-44` and `read-59`.
"""

import json
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"


def text_of(element):
    """The text of a paragraph, whose blanks and tabs are elements."""
    text = element.text or ""
    for child in element:
        if child.tag == TEXT + "s":
            text += " " * int(child.get(TEXT + "c", "1"))
        elif child.tag == TEXT + "tab":
            text += "\t"
        elif child.tag == TEXT + "line-break":
            text += "\n"
        else:
            text += text_of(child)
        text += child.tail or ""
    return text


def read(path):
    """The texts and the formulas of the cells of a document."""
    texts, formulas = [], []
    for cell in ElementTree.parse(path).iter(TABLE + "table-cell"):
        texts.append("\n".join(text_of(part) for part in cell.findall(TEXT + "p")))
        if (formula := cell.get(TABLE + "formula")) is not None:
            formulas.append(formula)
    return texts, formulas


def without_marks(text):
    """A text without the apostrophes before formulas, and without blanks around it, as names and answers are stored."""
    return text.replace("'", "").strip(" \t\n\ufeff")


def main():
    work = Path(sys.argv[1])
    listed = json.loads((work / "exports" / "files.json").read_text())
    faults = []
    cells = 0
    for separator in ("44", "59"):
        folder = work / f"read-{separator}"
        if read(folder / f"formula-{separator}.fods")[1] != ["of:=1+1"]:
            faults.append(f"the program calculates nothing with separator {separator}")
        for file in listed:
            texts, formulas = read(folder / Path(file["file"]).with_suffix(".fods"))
            cells += len(texts)
            if formulas:
                faults.append(f"{file['file']} with {separator}: {formulas}")
            if file["separator"] != chr(int(separator)):
                continue
            shown = {without_marks(text) for text in texts}
            missing = [text for text in file["texts"] if without_marks(text) not in shown]
            if missing:
                faults.append(f"{file['file']}: {missing} are not among {sorted(shown)}")
    if faults or not cells:
        sys.exit("\n".join(faults) or "no cells")
    print(f"spreadsheet: {cells} cells of {len(listed)} files, read twice, have no formula")


if __name__ == "__main__":
    main()
