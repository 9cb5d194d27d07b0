"""The FIDE tournament report: TRF06 (Krause), TRF16, TRFx, TRFbx, and the individual part of TRF26.

player lines (001)       read               byes (240), abnormal points (299)   read
header (012 … 192)       read               teams, line-ups, matches (3xx, 8xx) ignored, and said so
scoring (162 XXS BBW …)  event points only  national ratings, arbiters, clocks  ignored
"""

from .reader import looks_like_trf, read_trf

__all__ = ["looks_like_trf", "read_trf"]
