"""From a ladder to the next tournament: who plays, in which section, and the files and the sheet for it."""
