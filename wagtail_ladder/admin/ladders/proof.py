"""Is what is stored what the inputs say? To look, and to write everything anew."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy

from ...models import ClubRole, Ladder
from ...services import LadderError, rebuild_ladder, verify_ladder
from ...services.differences import Difference
from ...services.reads.outside import changed_outside_lately
from .access import LadderScreen, url_of

MOST_TOLD = 100
"""Differences: the first is where it begins, and a wrong input moves every number after it."""


@dataclass(frozen=True)
class Told:
    """Differences in sentences, as many as a person reads."""

    sentences: list[str]
    untold: int


def told(differences: Sequence[Difference]) -> Told:
    return Told([str(one) for one in differences[:MOST_TOLD]], max(0, len(differences) - MOST_TOLD))


def is_newer_than_verified(ladder: Ladder) -> bool:
    """Whether the numbers have been computed anew since somebody last verified them."""
    return ladder.verified_at is not None and ladder.verified_replay != ladder.replayed_at


class ProofView(LadderScreen):
    """When the numbers were computed, from how much, and what came of the last look."""

    template_name = "wagtail_ladder/admin/ladders/proof.html"
    page_title = gettext_lazy("Proof")
    header_icon = "check"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        context.update(proof_of(self.ladder, self.is_organiser))
        return context


def proof_of(ladder: Ladder, is_organiser: bool) -> dict[str, Any]:
    return {
        "ladder": ladder,
        "is_newer": is_newer_than_verified(ladder),
        "changed_outside": ladder.corrections.aggregate(at=changed_outside_lately())["at"],
        "corrections_url": url_of("corrections", ladder.pk),
        "verify_url": url_of("verify", ladder.pk),
        "rebuild_url": url_of("rebuild", ladder.pk) if is_organiser else "",
    }


class Acting(ProofView, ABC):
    """A button of the screen. The answer stands on the same screen; to load it again is to press it again."""

    http_method_names = ["get", "post", "head", "options"]

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return redirect(url_of("proof", self.ladder.pk))

    def post(self, request: HttpRequest, pk: int) -> HttpResponse:
        try:
            answer = self.act()
        except LadderError as refusal:
            return self.show_refusal(refusal)
        self.ladder.refresh_from_db()
        return self.show(**answer)

    @abstractmethod
    def act(self) -> dict[str, Any]:
        """What the screen says besides."""


class VerifyView(Acting):
    """For whoever works for the club: nothing of the ladder is changed."""

    def act(self) -> dict[str, Any]:
        return {"verified": verify_ladder(self.ladder.pk)}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        if verified := kwargs.get("verified"):
            kwargs["found"] = told(verified.differences)
        return super().get_context_data(**kwargs)


class RebuildView(Acting):
    role = ClubRole.ORGANISER

    def act(self) -> dict[str, Any]:
        return {"rebuilt": rebuild_ladder(self.ladder.pk, by=self.request.user)}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        if rebuilt := kwargs.get("rebuilt"):
            kwargs.update(found=told(rebuilt.found), left=told(rebuilt.left))
        return super().get_context_data(**kwargs)
