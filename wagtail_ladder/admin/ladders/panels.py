"""What stands beside the fields on the screen of a ladder."""

from django.urls import reverse

from ...audience import ladder_page_models, may_embed
from ...conf import frame_ancestors
from ...models import Ladder, Player, Visibility
from ...services.persons import juniors
from ...site.framed import path_of_frame
from ..new_page import new_page_url
from .access import events_of, organises, url_of, way_to_see_as_others
from .day_order import days_with_several
from .forms import LadderForm
from .proof import proof_of


def is_for_nobody(ladder: Ladder) -> bool:
    """For members, and no group of them is chosen: so for its organisers and arbiters alone."""
    return ladder.visibility == Visibility.MEMBERS and not ladder.member_groups.exists()


def privacy_of(form: LadderForm) -> dict:
    """What can be done at once about who sees the ladder."""
    ladder = Ladder.objects.get(pk=form.instance.pk)  # a form that is refused holds what was chosen in it
    return {
        "is_for_nobody": is_for_nobody(ladder),
        "hide_url": reverse("ladder_ladders:hide", args=[ladder.pk])
        if ladder.visibility != Visibility.ORGANISERS
        else None,
        "seen_url": way_to_see_as_others(ladder) if organises(form.for_user, ladder) else None,
    }


def places_of(form: LadderForm) -> dict:
    """The list of its events, and the pages that show the ladder as their own."""
    pages = [
        page
        for model in ladder_page_models()
        for page in model.objects.filter(ladder_id=form.instance.pk).order_by("path")
    ]
    return {
        "new_page_url": None if pages else new_page_url(form.for_user),
        "events_url": events_of(form.instance),
        "seeding_url": url_of("seeding", form.instance.pk),
        "pages": [
            {"page": page, "may_edit": page.permissions_for_user(form.for_user).can_edit()} for page in pages
        ],
    }


def frame_of(form: LadderForm) -> dict | None:
    """The address under which other sites frame it; nothing of a ladder that is not for everybody."""
    ladder = Ladder.objects.get(pk=form.instance.pk)  # a form that is refused holds what was chosen in it
    path = path_of_frame(ladder)
    if path is None or not may_embed(ladder, None):
        return None
    return {"path": path, "name": ladder.name, "may_be_framed": bool(frame_ancestors())}


def days_of_juniors(form: LadderForm) -> dict | None:
    """How many players under 18 a ladder for everybody lists, where it shows days."""
    ladder = form.instance
    if ladder.visibility != Visibility.PUBLIC or ladder.months_instead_of_days:
        return None
    count = Player.objects.filter(juniors(), standings__ladder=ladder).count()
    return {"juniors": count} if count else None


def rules_of(form: LadderForm) -> dict:
    return {
        "rule_sets": [(rules, "") for rules in form.instance.rule_sets.all()],
        "rules_url": url_of("rules", form.instance.pk),
        "is_organiser": organises(form.for_user, form.instance),
    }


def numbers_of(form: LadderForm) -> dict:
    """When they were computed and verified, and the ways to what they follow from."""
    ladder = form.instance
    return {
        **proof_of(ladder, organises(form.for_user, ladder)),
        "proof_url": url_of("proof", ladder.pk),
        "days_url": url_of("days", ladder.pk) if days_with_several(ladder).exists() else "",
        "export_url": url_of("export", ladder.pk),
    }
