"""Ladders in the admin: who sees them, how they are shown, and by which rules they are rated."""
