"""Members who are one person, and profiles that were two: likely doubles, merge, un-merge, split.

For organisers alone. Names are shown here: only people with a role in the club come.
"""
