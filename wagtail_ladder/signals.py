"""Signals that a site may listen to."""

from django.dispatch import Signal

ladder_changed = Signal()
"""Sent after commit with `ladder`: its numbers or what visitors see of it may have changed.

`shown_otherwise` is true where more than its numbers may have: who may see it, or under which names.
`level_changed` is true where it is its visibility that is another one now.
`retired` are the public ids of players under which nobody is found any more.
"""
