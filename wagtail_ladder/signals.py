"""Signals that a site may listen to."""

from django.dispatch import Signal

ladder_changed = Signal()
"""Sent after commit with `ladder`: its numbers or what visitors see of it may have changed.

`retired` are the public ids of players under which nobody is found any more.
"""
