"""The front door: look at the bytes, find the reader, hand back what it says."""

from . import sniff
from .csv_rows import has_results_header
from .issues import Remarks
from .limits import MAX_BYTES
from .results_csv import read_results
from .text import Text, decode
from .trf import looks_like_trf, read_trf
from .types import Reading, TournamentReport


def read(content: bytes, filename: str, *, encoding: str | None = None) -> Reading:
    """Read a tournament file. Never raises for bad data: whatever is wrong is an issue of the reading.

    `encoding` is the editor's choice of a code page (one of `Reading.encodings`).
    """
    remarks = Remarks()
    if not content:
        remarks.add("file_empty")
        return Reading((), remarks.freeze())
    if len(content) > MAX_BYTES:
        remarks.add("file_too_large", limit=MAX_BYTES // 1024**2)
        return Reading((), remarks.freeze())
    if binary := sniff.binary_format(content, filename):
        remarks.add(f"format_{binary}")
        return Reading((), remarks.freeze(), format=binary)
    text = decode(content, remarks, encoding)
    if text is None:
        return Reading((), remarks.freeze())
    if not any(line.strip() for line in text.lines):
        remarks.add("file_empty")
        return Reading((), remarks.freeze())
    report, format_ = _read_text(text, filename, remarks)
    reports = (report,) if report and not remarks.has_errors else ()
    return Reading(reports, remarks.freeze(), format_, text.encoding, text.encodings)


def _read_text(text: Text, filename: str, remarks: Remarks) -> tuple[TournamentReport | None, str]:
    if has_results_header(text.lines):
        return read_results(text, remarks), "csv"
    format_ = sniff.text_format(text.lines, filename)
    if not format_ and looks_like_trf(text.lines):
        return read_trf(text, remarks)
    if not format_ and sniff.is_crosstable(text.lines):
        format_ = "crosstable"
    if not format_ and filename.lower().endswith(".csv"):
        return read_results(text, remarks), "csv"  # which says what the first line must be
    remarks.add(f"format_{format_ or 'unknown'}")
    return None, format_
