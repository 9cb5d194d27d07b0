"""What this app adds to Wagtail."""

from wagtail import hooks

from .services.log_actions import LOG_ACTIONS


@hooks.register("register_log_actions")
def register_log_actions(actions):
    for action, (label, message) in LOG_ACTIONS.items():
        actions.register_action(f"wagtail_ladder.{action}", label, message)
