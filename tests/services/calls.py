"""Every verb once, or more often where its role or its purge depends on what it is asked for.

The names that appear here all hold one of `NAMES`, so that a test can look for them where none may be.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from django.contrib.auth.models import Group, User
from django.utils import timezone

from wagtail_ladder import services
from wagtail_ladder.kinds import Kind
from wagtail_ladder.models import (
    Act,
    ClubRole,
    Event,
    Ladder,
    NameMode,
    PlayerGroup,
    Season,
    ShareLink,
    Visibility,
)
from wagtail_ladder.reports import Pairing as FilePairing
from wagtail_ladder.reports import ReportPlayer, TournamentReport, Where
from wagtail_ladder.services import LeaveOut, Member, NewMember, Pairing, TableRow, Undecide
from wagtail_ladder.services.clubs import groups_of_members

from .kit import DRAWN, LOST, TheClub, entry

NAMES = ("Member", "Typed", "Secret")
HERE = Where(1)
RULES_FROM = date(2026, 1, 15)

ORGANISER, ARBITER, SUPERUSER = "organiser", "arbiter", "superuser"


def report(names, games, **fields):
    """`names` in order or {number: name}; `games` are (round, white, black, kind, half points of both)."""
    numbered = names if isinstance(names, dict) else dict(enumerate(names, start=1))
    given = {
        "name": "Open", "federation": "", "first_day": None, "last_day": None, "day_choices": (),
        "round_dates": (), "rounds": 1, "declared_rounds": None, "format": "swiss", "declared_players": None,
    }  # fmt: skip
    return TournamentReport(
        **{**given, **fields},
        players=tuple(ReportPlayer(number, name, None, None, HERE) for number, name in numbered.items()),
        pairings=tuple(
            FilePairing(number, board, white, black, Kind(kind), *halves, None, None, "", HERE)
            for board, (number, white, black, kind, halves) in enumerate(games, start=1)
        ),
    )


def in_days(days):
    return timezone.localdate() + timedelta(days=days)


@dataclass
class Scene:
    """What the calls find: an event published, a draft, one deleted, a table of points, and a link.

    The ladder of the club shows as little as a ladder can; `open` shows as much as it can. In `evening`,
    published too, C plays D, E plays F and C plays F; F was merged into D.
    """

    club: TheClub
    open: Ladder
    published: Event
    evening: Event
    draft: Event
    deleted: Event
    table: Event
    link: ShareLink
    decision: Act
    merge: Act
    split: Act
    distinct: Act
    added: Act
    added_alone: Act
    part: Event
    """Split off from another event of the same day, in which A beat C twice."""
    group: PlayerGroup
    """A is in it."""
    season: Season

    @classmethod
    def made(cls, club):
        published = club.play("AB1", day=date(2026, 1, 6))
        services.add_entries(published, ["Typed D"], by=club.arbiter)
        evening = club.play("CD1 EF1 CF1", day=date(2026, 1, 8))
        draft = club.play("AB1", day=date(2026, 1, 13), publish=False)
        deleted = club.play("AB1", day=date(2026, 1, 20))
        services.delete_event(deleted, reason="entered twice", by=club.organiser)
        table = services.create_event(
            club.ladder,
            by=club.arbiter,
            name="Quiz",
            last_day=date(2026, 1, 27),
            names=["Typed A"],
            format="table",
        )
        services.force_initials(club.ladder, club.members["A"], True, by=club.arbiter)
        services.confirm_adults(club.club, [club.members["B"].pk], by=club.organiser)
        services.record_consent(club.club, [club.members["B"].pk], by=club.organiser)
        services.change_club(
            club.club,
            name=club.club.name,
            language=club.club.language,
            juniors_never_by_full_name=False,
            by=club.organiser,
        )
        for name in ("Parents", "Pupils"):
            services.grant_roles(
                Group.objects.create(name=name), [(club.club.pk, "member")], by=club.organiser
            )
        wide_open = services.change_ladder(
            services.create_ladder(club.club, "Open", by=club.organiser),
            by=club.organiser,
            visibility=Visibility.PUBLIC,
            names=NameMode.FULL,
            months_instead_of_days=False,
            member_groups=groups_of_members(club.club.pk)[:2],
        )
        link = services.make_link(club.ladder, "Secret friends", last_day=in_days(7), by=club.organiser)
        member, by = club.members, club.organiser
        decision = published.acts.get()
        merge = services.merge_players(member["D"], member["F"], by=by)
        split = services.split_player(member["B"], [entry(draft, "B").pk], NewMember("Secret Twin"), by=by)
        distinct = services.declare_distinct(member["A"], member["B"], by=by)
        services.add_players(club.club, [("Secret Newcomer", (member["C"].pk,))], by=by)
        added = Act.objects.get(kind="add")
        services.add_players(club.club, [("Secret Stranger", ())], by=by)
        added_alone = Act.objects.filter(kind="add").latest("pk")
        for event in (published, evening, draft, deleted, table):
            event.refresh_from_db()
        events = (published, evening, draft, deleted, table)
        long = club.play("AC1 AC1", day=date(2026, 1, 3))
        part = services.split_event(long, 2, last_day=long.last_day, by=club.arbiter, reason="too long")
        services.set_rules(club.ladder, RULES_FROM, k=19, by=by, reason="decided so")
        group = services.create_group(club.club, "U10", by=by)
        services.add_to_group(group, [member["A"].pk], by=by)
        season = services.create_season(club.club, "2025", date(2025, 1, 1), date(2025, 12, 31), by=by)
        acts = (decision, merge, split, distinct, added, added_alone)
        return cls(club, wide_open, *events, link, *acts, part, group, season)


@dataclass(frozen=True)
class Call:
    verb: str
    what: str
    role: str
    """The least role that may do it."""
    purges: bool
    """Whether cached pages of the ladder must be purged after it."""
    run: Callable

    def __str__(self):
        return f"{self.verb} ({self.what})" if self.what else self.verb


CALLS: list[Call] = []


def call(role, *, purges, what=""):
    def register(run):
        verb = run.__name__.split("__")[0]
        CALLS.append(Call(verb, what or run.__name__.removeprefix(verb).strip("_"), role, purges, run))
        return run

    return register


@call(SUPERUSER, purges=False)
def create_club(scene, by):
    services.create_club("New club", by=by)


@call(ORGANISER, purges=True, what="its name too")
def change_club(scene, by):
    services.change_club(
        scene.club.club, name="Renamed", language="tr", juniors_never_by_full_name=False, by=by
    )


@call(ARBITER, purges=True, what="juniors never by full name")
def change_club__tighter(scene, by):
    club = scene.club.club
    services.change_club(club, name=club.name, language=club.language, juniors_never_by_full_name=True, by=by)


@call(ORGANISER, purges=True)  # the pages of a hidden ladder are restricted to the groups with a role
def grant_roles(scene, by):
    group = Group.objects.create(name="Helpers")
    try:
        services.grant_roles(group, [(scene.club.club.pk, ClubRole.ARBITER)], by=by)
    except services.LadderError:
        group.delete()
        raise


@call(ORGANISER, purges=False)
def add_arbiter(scene, by):
    User.objects.get_or_create(username="Secret Newcomer")
    services.add_arbiter(scene.club.club, "Secret Newcomer", by=by)


@call(ORGANISER, purges=False)
def remove_arbiter(scene, by):
    services.remove_arbiter(scene.club.club, scene.club.arbiter, by=by)


@call(ARBITER, purges=False)
def add_players(scene, by):
    near = scene.club.members["A"].pk
    services.add_players(scene.club.club, [("Secret One", ()), ("Secret Two", (near,))], by=by)


@call(ORGANISER, purges=False)
def create_ladder(scene, by):
    services.create_ladder(scene.club.club, "Another", by=by)


@call(ARBITER, purges=True)
def change_ladder__rename(scene, by):
    services.change_ladder(scene.club.ladder, name="Renamed", by=by)


@call(ORGANISER, purges=True)
def change_ladder__widen(scene, by):
    services.change_ladder(scene.club.ladder, visibility="public", by=by)


@call(ORGANISER, purges=True)
def change_ladder__full_names(scene, by):
    services.change_ladder(scene.club.ladder, names="full", by=by)


@call(ORGANISER, purges=True)
def change_ladder__days(scene, by):
    services.change_ladder(scene.club.ladder, months_instead_of_days=False, by=by)


@call(ORGANISER, purges=True)
def change_ladder__more_groups(scene, by):
    services.change_ladder(scene.club.ladder, member_groups=groups_of_members(scene.club.club.pk)[:1], by=by)


@call(ARBITER, purges=True)
def change_ladder__hide(scene, by):
    services.change_ladder(scene.open, visibility="organisers", by=by)


@call(ARBITER, purges=True)
def change_ladder__initials(scene, by):
    services.change_ladder(scene.open, names="initials", by=by)


@call(ARBITER, purges=True)
def change_ladder__months(scene, by):
    services.change_ladder(scene.open, months_instead_of_days=True, by=by)


@call(ARBITER, purges=True)
def change_ladder__fewer_groups(scene, by):
    services.change_ladder(scene.open, member_groups=scene.open.member_groups.all()[:1], by=by)


@call(ORGANISER, purges=True)
def change_ladder__tighten_and_loosen(scene, by):
    groups = groups_of_members(scene.club.club.pk)
    services.change_ladder(scene.open, visibility="members", member_groups=groups, by=by)


# No cache keeps what a link shows: there is nothing to purge.


@call(ORGANISER, purges=False)
def make_link(scene, by):
    services.make_link(scene.club.ladder, "Secret parents", by=by)


@call(ARBITER, purges=False)
def change_link__shorten(scene, by):
    services.change_link(scene.link, name="Secret group", last_day=in_days(6), by=by)


@call(ORGANISER, purges=False)
def change_link__extend(scene, by):
    services.change_link(scene.link, last_day=in_days(8), by=by)


@call(ORGANISER, purges=False)
def change_link__for_good(scene, by):
    services.change_link(scene.link, last_day=None, by=by)


@call(ARBITER, purges=False)
def revoke_link(scene, by):
    services.revoke_link(scene.link, by=by)


@call(ARBITER, purges=False)
def add_player(scene, by):
    services.add_player(scene.club.club, "Secret Person", by=by)


@call(ARBITER, purges=True)
def rename_player(scene, by):
    services.rename_player(scene.club.members["A"], "Secret Person", by=by)


@call(ORGANISER, purges=True)
def confirm_adults__yes(scene, by):
    services.confirm_adults(scene.club.club, [scene.club.members["A"].pk], by=by)


@call(ARBITER, purges=True)
def confirm_adults__no(scene, by):
    services.confirm_adults(scene.club.club, [scene.club.members["B"].pk], adults=False, by=by)


@call(ORGANISER, purges=True)
def record_consent(scene, by):
    services.record_consent(scene.club.club, [scene.club.members["A"].pk], by=by)


@call(ARBITER, purges=True)
def withdraw_consent(scene, by):
    services.withdraw_consent(scene.club.club, [scene.club.members["B"].pk], by=by)


@call(ARBITER, purges=True)
def force_initials__yes(scene, by):
    services.force_initials(scene.club.ladder, scene.club.members["B"], True, by=by)


@call(ORGANISER, purges=True)
def force_initials__no(scene, by):
    services.force_initials(scene.club.ladder, scene.club.members["A"], False, by=by)


@call(ORGANISER, purges=True)
def set_start_rating(scene, by):
    services.set_start_rating(scene.club.ladder, scene.club.members["A"], 1500, "played abroad", by=by)


@call(ORGANISER, purges=False)
def create_group(scene, by):
    services.create_group(scene.club.club, "U12", by=by)


@call(ORGANISER, purges=True)
def rename_group(scene, by):
    services.rename_group(scene.group, "U11", by=by)


@call(ORGANISER, purges=True)
def delete_group(scene, by):
    services.delete_group(scene.group, by=by)


@call(ORGANISER, purges=True)
def add_to_group(scene, by):
    services.add_to_group(scene.group, [scene.club.members["B"].pk], by=by)


@call(ORGANISER, purges=True)
def remove_from_group(scene, by):
    services.remove_from_group(scene.group, [scene.club.members["A"].pk], by=by)


@call(ORGANISER, purges=True)
def set_groups(scene, by):
    services.set_groups(scene.club.members["A"], [], by=by)


@call(ORGANISER, purges=True)
def create_season(scene, by):
    services.create_season(scene.club.club, "2026", date(2026, 1, 1), date(2026, 12, 31), by=by)


@call(ORGANISER, purges=True)
def change_season(scene, by):
    services.change_season(scene.season, last_day=date(2025, 11, 30), by=by)


@call(ORGANISER, purges=True)
def delete_season(scene, by):
    services.delete_season(scene.season, by=by)


@call(ARBITER, purges=False)
def create_event(scene, by):
    services.create_event(
        scene.club.ladder, by=by, name="New", last_day=date(2026, 2, 3), names=["Secret Person"]
    )


@call(ARBITER, purges=True)
def change_event__published(scene, by):
    services.change_event(scene.published, name="Renamed", by=by)


@call(ARBITER, purges=False)
def change_event__draft(scene, by):
    services.change_event(scene.draft, last_day=date(2026, 1, 14), by=by)


@call(ARBITER, purges=True)
def publish_event(scene, by):
    services.publish_event(scene.draft, by=by)


@call(ARBITER, purges=True)
def unpublish_event(scene, by):
    services.unpublish_event(scene.published, reason="not played yet", by=by)


@call(ORGANISER, purges=True)
def delete_event__published(scene, by):
    services.delete_event(scene.published, reason="entered twice", by=by)


@call(ORGANISER, purges=False)
def delete_event__draft(scene, by):
    services.delete_event(scene.draft, reason="entered twice", by=by)


@call(ORGANISER, purges=True)
def restore_event(scene, by):
    services.restore_event(scene.deleted, reason="it was played", by=by)


@call(ARBITER, purges=True)
def add_entries__published(scene, by):
    services.add_entries(scene.published, ["Secret Person"], by=by)


@call(ARBITER, purges=False)
def add_entries__draft(scene, by):
    services.add_entries(scene.draft, ["Secret Person"], by=by)


@call(ARBITER, purges=True)
def retype_entry__published(scene, by):
    services.decide_entry(entry(scene.published, "A"), Undecide(), by=by)
    services.retype_entry(entry(scene.published, "A"), "Secret Person", by=by)


@call(ARBITER, purges=False)
def retype_entry__draft(scene, by):
    services.retype_entry(scene.table.entries.get(), "Secret Person", by=by)


@call(ARBITER, purges=False)
def remove_entry__draft(scene, by):
    services.remove_entry(scene.table.entries.get(), by=by)


@call(ARBITER, purges=True)
def remove_entry__published(scene, by):
    services.remove_entry(entry(scene.published, "D"), by=by)


@call(ARBITER, purges=True)
def decide_entry__published(scene, by):
    services.decide_entry(entry(scene.published, "A"), LeaveOut(), by=by)


@call(ARBITER, purges=False)
def decide_entries__draft(scene, by):
    choices = {
        entry(scene.draft, "A").pk: NewMember("Secret Person"),
        entry(scene.draft, "B").pk: Member(scene.club.members["C"].pk),
    }
    services.decide_entries(scene.draft, choices, by=by)


@call(ARBITER, purges=True)
def join_entries(scene, by):
    names = [entry(scene.evening, letter).pk for letter in "CE"]
    services.join_entries(scene.evening, names, NewMember("Secret Person"), by=by)


@call(ARBITER, purges=True)
def part_entry(scene, by):
    services.part_entry(entry(scene.evening, "C"), [scene.evening.games.get(round=3).pk], by=by)


@call(ARBITER, purges=True)
def repoint_entries(scene, by):
    names = [entry(scene.evening, "C").pk, entry(scene.draft, "A").pk]
    services.repoint_entries(scene.club.club, names, Member(scene.club.members["E"].pk), by=by)


@call(ORGANISER, purges=True)
def split_player(scene, by):
    names = [entry(scene.evening, "F").pk]
    services.split_player(scene.club.members["D"], names, NewMember("Secret Person"), by=by)


@call(ORGANISER, purges=True)
def merge_players(scene, by):
    services.merge_players(scene.club.members["C"], scene.club.members["E"], by=by)


@call(ARBITER, purges=False)
def declare_distinct(scene, by):
    services.declare_distinct(scene.club.members["C"], scene.club.members["D"], by=by)


@call(ARBITER, purges=True)
def undo__decision(scene, by):
    services.undo(scene.decision, by=by)


@call(ORGANISER, purges=True)
def undo__merge(scene, by):
    services.undo(scene.merge, by=by)


@call(ORGANISER, purges=False)  # all of it in a draft
def undo__split(scene, by):
    services.undo(scene.split, by=by)


@call(ORGANISER, purges=False)  # it takes back that two members differ
def undo__added_and_distinct(scene, by):
    services.undo(scene.added, by=by)


@call(ARBITER, purges=False)
def undo__added(scene, by):
    services.undo(scene.added_alone, by=by)


@call(ORGANISER, purges=False)
def undo__distinct(scene, by):
    services.undo(scene.distinct, by=by)


@call(ARBITER, purges=True)
def save_round__published(scene, by):
    pairing = Pairing(1, entry(scene.published, "B").pk, entry(scene.published, "A").pk, DRAWN)
    services.save_round(scene.published, 1, [pairing], by=by, reason="score sheet")


@call(ARBITER, purges=False)
def save_round__draft(scene, by):
    pairing = Pairing(1, entry(scene.draft, "B").pk, entry(scene.draft, "A").pk, DRAWN)
    services.save_round(scene.draft, 2, [pairing], by=by)


@call(ARBITER, purges=True)
def correct_game__published(scene, by):
    services.correct_game(scene.published.games.get(), LOST, reason="score sheet", by=by)


@call(ARBITER, purges=False)
def correct_game__draft(scene, by):
    services.correct_game(scene.draft.games.get(), LOST, reason="", by=by)


@call(ARBITER, purges=True)
def exchange_games__published(scene, by):
    one, other = entry(scene.published, "A"), entry(scene.published, "B")
    services.exchange_games(one, other, [1], reason="score sheet", by=by)


@call(ARBITER, purges=False)
def exchange_games__draft(scene, by):
    services.exchange_games(entry(scene.draft, "A"), entry(scene.draft, "B"), [1], by=by)


@call(ARBITER, purges=False)
def save_table__draft(scene, by):
    services.save_table(scene.table, [TableRow(scene.table.entries.get().pk, Decimal("3.5"))], by=by)


@call(ARBITER, purges=True)
def save_table__published(scene, by):
    services.publish_event(scene.table, by=by)
    services.save_table(scene.table, [TableRow(scene.table.entries.get().pk, Decimal("3.5"), 1)], by=by)


@call(ARBITER, purges=False)
def import_report(scene, by):
    opening = report(["Secret Person", "Secret Other"], [(1, 1, 2, "played", (2, 0))])
    services.import_report(scene.club.ladder, opening, by=by, name="Open", last_day=date(2026, 2, 3))


@call(ARBITER, purges=True)
def update_from_report__published(scene, by):
    newer = report(["Typed A", "Typed B", "Secret Person"], [(1, 2, 1, "played", (2, 0))])
    services.update_from_report(scene.published, newer, by=by, reason="the final file")


@call(ARBITER, purges=False)
def store_upload(scene, by):
    services.store_upload(scene.club.ladder, "results.csv", b"round,white,black,result", by=by)


@call(ARBITER, purges=False)
def move_event__draft(scene, by):
    services.move_event(scene.draft, scene.open, by=by)


@call(ORGANISER, purges=True)
def move_event__published(scene, by):
    services.move_event(scene.evening, scene.open, by=by, reason="wrong ladder")


@call(ARBITER, purges=True)
def split_event(scene, by):
    services.split_event(scene.evening, 2, last_day=date(2026, 1, 7), by=by, reason="too long")


@call(ARBITER, purges=True)
def join_split(scene, by):
    services.join_split(scene.part, by=by, reason="it was not")


@call(ARBITER, purges=True)
def order_day(scene, by):
    order = [scene.part.pk, scene.part.split_from_id]
    services.order_day(scene.club.ladder, scene.part.last_day, order, by=by, reason="blitz came first")


@call(ORGANISER, purges=True)
def set_rules(scene, by):
    services.set_rules(scene.club.ladder, date(2026, 1, 1), k=10, by=by, reason="decided so")


@call(ORGANISER, purges=True)
def remove_rules(scene, by):
    services.remove_rules(scene.club.ladder, RULES_FROM, by=by, reason="a slip")


@call(ORGANISER, purges=True)
def rebuild_ladder(scene, by):
    services.rebuild_ladder(scene.club.ladder.pk, by=by)


@call(ARBITER, purges=False)
def export_ladder__ids(scene, by):
    services.export_ladder(scene.club.ladder.pk, names=False, by=by)


@call(ORGANISER, purges=False)
def export_ladder__names(scene, by):
    services.export_ladder(scene.club.ladder.pk, names=True, by=by)


@call(ARBITER, purges=False)
def take_seeding_list(scene, by):
    services.take_seeding_list(
        scene.club.ladder.pk, [scene.club.members["A"].pk], newcomers=1, form="trf", by=by
    )


WITHOUT_A_ROLE = {
    "discard_upload": "takes what only its uploader can find",
    "find_upload": "its uploader's only: tested with the uploads",
    "preview_publication": "reads, and stores nothing",
    "replay_ladder": "can only make right what is stored",
    "sweep_uploads": "deletes what is too old to keep",
    "verify_ladder": "compares, and writes down that it has",
}
