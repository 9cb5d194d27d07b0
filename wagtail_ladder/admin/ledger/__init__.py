"""The ledger in the admin: every decision about who is who, who took it, and its undoing.

Names are shown here: only people with a role in the club come.
"""
