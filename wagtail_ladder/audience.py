"""The gate: who may see a ladder, and which names and dates are shown of it.

Every surface for visitors (pages, routes, CSV, blocks) asks here, and nothing else for visitors reads a
person's name. Whatever is not allowed by a line of this module is denied.
"""

import re
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time
from enum import Enum
from functools import cache
from typing import Any, NamedTuple

from django.apps import apps
from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.db.models import BooleanField, Case, ExpressionWrapper, F, Q, QuerySet, When
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.formats import date_format
from django.utils.translation import pgettext
from django.views.decorators.debug import sensitive_variables
from wagtail.models import PageViewRestriction

from .matching import discreet_initials
from .models import (
    WORKING_ROLES,
    Club,
    ClubRole,
    Event,
    GroupClubPermission,
    Ladder,
    LadderPlayer,
    ShareLink,
    Standing,
    Visibility,
)
from .models.ladder import numbered_initials, shown_in_full, shown_in_full_alone
from .ordering import natural
from .services.roles import clubs_of, has_role
from .tokens import LINK_PATTERN


class Access(Enum):
    """What a visitor is to a ladder. MISSING: it answers as if there were none."""

    GRANTED = "granted"
    LOGIN = "login"
    MISSING = "missing"


def is_public(ladder: Ladder) -> bool:
    """Everybody may see it; Wagtail's own page privacy still applies to its page."""
    return ladder.visibility == Visibility.PUBLIC


def access(user: Any, ladder: Ladder) -> Access:
    """Whether `user` (None and anonymous included) may see the ladder."""
    if is_public(ladder) or has_role(user, ClubRole.ARBITER, ladder.club_id):
        return Access.GRANTED
    if ladder.visibility == Visibility.MEMBERS:
        if user is None or not user.is_authenticated:
            return Access.LOGIN
        if user.is_active and ladder.member_groups.filter(pk__in=user.groups.values("pk")).exists():
            return Access.GRANTED
    return Access.MISSING


def admit(request: HttpRequest, ladder: Ladder) -> HttpResponse | None:
    """None for those who may see the ladder, the way to the login form, or Http404 as for a missing page."""
    answer = access(getattr(request, "user", None), ladder)
    if answer is Access.GRANTED:
        return None
    if answer is Access.LOGIN:
        response = redirect_to_login(request.get_full_path(), login_address())
        add_never_cache_headers(response)
        return response
    raise Http404


def login_address() -> str:
    """Where the site's visitors log in, as for every private page of Wagtail."""
    return getattr(settings, "WAGTAIL_FRONTEND_LOGIN_URL", None) or reverse("wagtailcore_login")


def groups_of(ladder: Ladder) -> set[int]:
    """The groups whose members may all see a ladder that is not public: ids."""
    working = GroupClubPermission.objects.filter(club_id=ladder.club_id, role__in=WORKING_ROLES)
    groups = set(working.values_list("group_id", flat=True))
    if ladder.visibility == Visibility.MEMBERS:
        groups.update(ladder.member_groups.values_list("pk", flat=True))
    return groups


def link_token(link: ShareLink) -> str:
    """The part of the link's address that opens the ladder: the link's key and 192 bits, as text.

    The bits are computed from the stored nonce and `SECRET_KEY`, so the database alone does not hold them.
    """
    return _token(link, settings.SECRET_KEY)


def _token(link: ShareLink, secret_key: str) -> str:
    message = f"{link.ladder_id}:{link.key}:{link.nonce}"
    digest = salted_hmac("wagtail_ladder.share_link", message, secret_key, algorithm="sha256").digest()
    return f"{link.key}-{urlsafe_b64encode(digest[:24]).decode()}"


def ladder_of_token(token: str) -> tuple[Ladder, ShareLink] | None:
    """The ladder that the holder of a token may see, and by which link. None is to be answered by a 404.

    As for a session, a key in `SECRET_KEY_FALLBACKS` still counts.
    """
    if not re.fullmatch(LINK_PATTERN, token):
        return None
    links = ShareLink.objects.select_related("ladder__club")
    link = links.filter(key=token.partition("-")[0]).first()
    if link is None or not is_open(link):
        return None
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    if not any(constant_time_compare(token, _token(link, key)) for key in keys):
        return None
    return link.ladder, link


def is_open(link: ShareLink) -> bool:
    """Whether the link shows the ladder today."""
    return link.ladder.visibility == Visibility.LINK and link.revoked_at is None and not is_over(link)


def is_over(link: ShareLink) -> bool:
    """Whether its last day, if it has one, has passed in the current time zone."""
    return link.last_day is not None and link.last_day < timezone.localdate()


class NotEmbedded(Enum):
    """Why a block shows nothing of a ladder on the page it stands on."""

    HIDDEN = "hidden"
    """The ladder is for the club's organisers and arbiters."""
    FOR_LINK_HOLDERS = "for_link_holders"
    """The ladder is for whoever holds a link: that shows it, and no page does."""
    PAGE_IS_OPEN = "page_is_open"
    """The ladder is for members, and the page is not limited to groups of them."""
    LADDER_PAGE_IS_RESTRICTED = "ladder_page_is_restricted"
    """The ladder's own page is private in a way that this page is not."""


def may_embed(ladder: Ladder, served_page: Any) -> bool:
    """Whether a block on `served_page` (None where that is unknown) may show rows of the ladder.

    It depends on the ladder and the page and never on the visitor, so that no cache can mix up audiences.
    """
    return why_not_embedded(ladder, served_page) is None


def why_not_embedded(ladder: Ladder, served_page: Any) -> NotEmbedded | None:
    if is_public(ladder):
        path = getattr(served_page, "path", None) or ""
        covered = all(path.startswith(restricted) for restricted in _restricted_paths_of(ladder))
        return None if covered else NotEmbedded.LADDER_PAGE_IS_RESTRICTED
    if ladder.visibility == Visibility.MEMBERS:
        allowed = groups_of(ladder)
        for restriction in served_page.get_view_restrictions() if served_page is not None else ():
            if restriction.restriction_type == PageViewRestriction.GROUPS:
                groups = {group.pk for group in restriction.groups.all()}
                if groups and groups <= allowed:
                    return None
        return NotEmbedded.PAGE_IS_OPEN
    return NotEmbedded.FOR_LINK_HOLDERS if ladder.visibility == Visibility.LINK else NotEmbedded.HIDDEN


def _restricted_paths_of(ladder: Ladder) -> list[str]:
    """The tree paths of the restrictions that apply to the ladder's own pages, drafts included."""
    prefixes: set[str] = set()
    for model in ladder_page_models():
        for path in model.objects.filter(ladder_id=ladder.pk).values_list("path", flat=True):
            prefixes.update(path[:end] for end in range(model.steplen, len(path) + 1, model.steplen))
    if not prefixes:
        return []
    return list(
        PageViewRestriction.objects.filter(page__path__in=prefixes).values_list("page__path", flat=True)
    )


@cache
def ladder_page_models() -> tuple[Any, ...]:
    """The page types of the site that are the own page of a ladder (`site.mixins.LadderPageMixin`)."""
    return tuple(model for model in apps.get_models() if getattr(model, "is_the_page_of_a_ladder", False))


@dataclass(frozen=True, slots=True)
class ShownName:
    """What visitors may read of a person, and nothing more."""

    name: str
    public_id: str | None
    """The player's part of an address. None for a guest, who has no page."""

    def __str__(self) -> str:
        return self.name


def public_names(ladder: Ladder, player_ids: Iterable[int] | None = None) -> dict[int, ShownName]:
    """Player id -> the name shown on this ladder; everybody on the ladder where `player_ids` is None.

    Raises Http404 where the ladder's level is another by now than that of `ladder`.
    """
    seats = LadderPlayer.objects.filter(ladder_id=ladder.pk)
    return _shown(ladder, seats if player_ids is None else seats.filter(player_id__in=set(player_ids)))


def find_player(ladder: Ladder, public_id: str) -> tuple[int, ShownName] | None:
    """The player whom an address means, by id and shown name; None where it means nobody on this ladder."""
    found = _shown(ladder, LadderPlayer.objects.filter(ladder_id=ladder.pk, public_id=public_id))
    return next(iter(found.items()), None)


def new_address_of(ladder: Ladder, public_id: str) -> str | None:
    """The public id of the player with whom the one of this address was merged, if it may be told.

    It may while both are shown under the same kind of name, each by himself and as one: it would else say
    whose initials, or whose full name, the other's are. None too where the ladder does not show him.
    """
    seats = LadderPlayer.objects.filter(ladder_id=ladder.pk).annotate(
        alone=ExpressionWrapper(shown_in_full_alone(), BooleanField()),
        as_one=ExpressionWrapper(shown_in_full(), BooleanField()),
    )
    old = seats.filter(public_id=public_id, player__merged_into__isnull=False)
    for player_id, alone in old.values_list("player__merged_into", "alone"):
        kept = seats.filter(player=player_id, player__standings__ladder=ladder, alone=alone, as_one=alone)
        return kept.values_list("public_id", flat=True).first()
    return None


@sensitive_variables()
def _shown(ladder: Ladder, seats: QuerySet[LadderPlayer]) -> dict[int, ShownName]:
    """Level, settings and names are read in one query: a change meanwhile cannot fall between them.

    Whoever was admitted was so under the level that `ladder` has. A name that is not shown is not even read.
    Who was merged with another is shown under that one's name, and under no other.
    """
    kept = seats.filter(player__merged_into=None)
    rows = kept.annotate(full_name=Case(When(shown_in_full(), then=F("player__name")))).values_list(
        "ladder__visibility", "player_id", "public_id", "initials", "initials_suffix", "full_name"
    )
    shown = {}
    for level, player_id, public_id, given, suffix, full_name in rows:
        if level != ladder.visibility:
            raise Http404
        name = numbered_initials(given, suffix) if full_name is None else full_name
        shown[player_id] = ShownName(name, public_id)
    return shown


@sensitive_variables()
def entry_names(event: Event) -> dict[int, ShownName]:
    """Entry id -> the name shown for it. Who is no member, or not decided yet, is shown by initials.

    Where initials would give the name away, "Player": there is no number yet, and one from the order of a
    sheet could tell the order of the names.
    """
    entries = list(event.entries.with_person().values_list("pk", "person_id", "typed_name"))
    players = public_names(
        event.ladder, [player_id for _pk, player_id, _typed in entries if player_id is not None]
    )
    language = event.ladder.club.language
    neutral = pgettext("instead of a name", "Player")
    return {
        pk: players.get(player_id) or ShownName(discreet_initials(typed_name, language) or neutral, None)
        for pk, player_id, typed_name in entries
    }


SMALLEST_SHOWN_GROUP = 8
"""Of fewer people a group would say who is who: initials beside "Class 5" are soon read as a name."""


class ShownGroup(NamedTuple):
    """A group of players that a ladder may show."""

    id: int
    name: str
    player_ids: frozenset[int]
    """Those of its members who stand on the ladder."""


def shown_groups(ladder: Ladder) -> tuple[ShownGroup, ...]:
    """The club's groups of which enough members stand on this ladder, U8 before U10.

    As everywhere, who was merged with another counts as that one.
    """
    # As `standing_members`, with the names, by one query: the page of a ladder has no second one to spare.
    standings = Standing.objects.filter(ladder=ladder.pk).order_by()
    own, absorbed = "player__groups", "player__absorbed__groups"
    rows = standings.filter(player__groups__isnull=False).values_list(own, f"{own}__name", "player_id")
    rows = rows.union(
        standings.filter(player__absorbed__groups__isnull=False).values_list(
            absorbed, f"{absorbed}__name", "player_id"
        )
    )
    people: dict[tuple[int, str], set[int]] = {}
    for pk, name, player_id in rows:
        people.setdefault((pk, name), set()).add(player_id)
    groups = [
        ShownGroup(pk, name, frozenset(players))
        for (pk, name), players in people.items()
        if len(players) >= SMALLEST_SHOWN_GROUP
    ]
    return tuple(sorted(groups, key=lambda group: natural(group.name, ladder.club.language)))


class PublicDate(NamedTuple):
    """A day, of a moment with its time; or where the ladder shows months a month: then no more is in here."""

    year: int
    month: int
    day: int | None = None
    clock: time | None = None

    def __str__(self) -> str:
        if self.day is None:
            return date_format(date(self.year, self.month, 1), "YEAR_MONTH_FORMAT")
        day = date(self.year, self.month, self.day)
        if self.clock is None:
            return date_format(day, "DATE_FORMAT")
        return date_format(datetime.combine(day, self.clock), "DATETIME_FORMAT")

    @property
    def iso(self) -> str:
        """For `<time datetime>`; a time is that of the site's time zone."""
        month = f"{self.year:04}-{self.month:02}"
        if self.day is None:
            return month
        return f"{month}-{self.day:02}" + ("" if self.clock is None else f"T{self.clock:%H:%M}")


def public_date(ladder: Ladder, day: date) -> PublicDate:
    return PublicDate(day.year, day.month, None if ladder.months_instead_of_days else day.day)


def public_moment(ladder: Ladder, at: datetime) -> PublicDate:
    """To the minute; where the ladder shows months the month alone, as of any date."""
    local = timezone.localtime(at)
    shown = public_date(ladder, local.date())
    return shown if shown.day is None else shown._replace(clock=time(local.hour, local.minute))


def ladders_to_place(user: Any) -> QuerySet[Ladder]:
    """What a page editor may put on a page: public ladders, and those of the clubs he has a role in.

    A public ladder of which all pages are restricted is shown to some people only, as its club wants it:
    another page of it, which would be open, is for those who have a role there.
    """
    for_everybody = Q(visibility=Visibility.PUBLIC) & ~Q(pk__in=_behind_restrictions())
    return Ladder.objects.filter(for_everybody | Q(club__in=clubs_of(user).values("pk")))


def _behind_restrictions() -> set[int]:
    """The ladders that have pages, each of them restricted: ids."""
    restricted = tuple(PageViewRestriction.objects.values_list("page__path", flat=True))
    if not restricted:
        return set()
    pages = [
        page
        for model in ladder_page_models()
        for page in model.objects.exclude(ladder=None).values_list("ladder_id", "path")
    ]
    open_ladders = {ladder_id for ladder_id, path in pages if not path.startswith(restricted)}
    return {ladder_id for ladder_id, _path in pages} - open_ladders


def clubs_to_place(user: Any) -> QuerySet[Club]:
    """The clubs that show everybody a ladder, and those he has a role in."""
    public = Ladder.objects.filter(visibility=Visibility.PUBLIC)
    return Club.objects.filter(Q(pk__in=public.values("club")) | Q(pk__in=clubs_of(user).values("pk")))
