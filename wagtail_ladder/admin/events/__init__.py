"""The event screens of the admin: from a file or a typed evening to a published event.

`access` is the one place that says which events a user meets; `viewset` lists the addresses. Views translate:
they call a verb of `services` and show the sentence of what it refuses, with the editor's input kept.
"""
