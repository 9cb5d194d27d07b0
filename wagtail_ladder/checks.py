"""System checks of this app."""
