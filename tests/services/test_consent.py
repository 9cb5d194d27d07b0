"""Consent to the full name: recorded, withdrawn, and what becomes of addresses when less is shown."""

import pytest
from django.utils import timezone
from wagtail.models import ModelLogEntry

from wagtail_ladder import services
from wagtail_ladder.models import Club, Event, LadderPlayer, Player
from wagtail_ladder.models.ladder import numbered_initials, shown_in_full
from wagtail_ladder.signals import ladder_changed

from .kit import Purges

pytestmark = pytest.mark.django_db


@pytest.fixture
def open_club(club):
    """Full names on the ladder, of juniors with consent too; A has it, B is an adult, C and D are neither."""
    club.play("AB1 CD1")
    services.change_ladder(club.ladder, names="full", by=club.organiser)
    _juniors(club, never=False)
    services.record_consent(club.club, [club.members["A"].pk], by=club.organiser)
    services.confirm_adults(club.club, [club.members["B"].pk], by=club.organiser)
    assert in_full(club) == {"A", "B"}
    return club


def _juniors(club, *, never, by=None):
    stored = Club.objects.get(pk=club.club.pk)
    services.change_club(
        stored,
        name=stored.name,
        language=stored.language,
        juniors_never_by_full_name=never,
        by=by or club.organiser,
    )


def in_full(club):
    shown = LadderPlayer.objects.filter(shown_in_full(), ladder=club.ladder)
    return {name[-1] for name in shown.values_list("player__name", flat=True)}


def addresses(club):
    rows = LadderPlayer.objects.filter(ladder=club.ladder).order_by("player__name")
    return {name[-1]: public_id for name, public_id in rows.values_list("player__name", "public_id")}


def moved(club, change):
    """Whose address `change` changes."""
    before = addresses(club)
    change()
    after = addresses(club)
    return {letter for letter, address in before.items() if after[letter] != address}


def test_a_consent_is_kept_with_who_recorded_it_and_when(club):
    a, b = club.members["A"], club.members["B"]
    before = timezone.now()
    assert services.record_consent(club.club, [a.pk, b.pk], by=club.organiser) == 2
    a.refresh_from_db()
    assert (a.full_name_consent, a.consent_by) == (True, club.organiser)
    assert before <= a.consent_at <= timezone.now()

    assert services.record_consent(club.club, [a.pk], by=club.superuser) == 0
    a.refresh_from_db()
    assert a.consent_by == club.organiser, "what is on record already stays as it is"

    assert services.withdraw_consent(club.club, [a.pk], by=club.arbiter) == 1
    assert services.withdraw_consent(club.club, [a.pk], by=club.arbiter) == 0
    a.refresh_from_db()
    assert (a.full_name_consent, a.consent_by) == (False, club.arbiter)
    assert Player.objects.filter(full_name_consent=True).get() == b


def test_each_is_logged_for_the_player_without_a_name(club):
    a = club.members["A"]
    services.record_consent(club.club, [a.pk], by=club.organiser)
    services.withdraw_consent(club.club, [a.pk], by=club.arbiter)
    logged = ModelLogEntry.objects.filter(action__endswith="_consent").order_by("pk")
    assert [(entry.action, entry.object_id, entry.user, entry.label) for entry in logged] == [
        ("wagtail_ladder.record_consent", str(a.pk), club.organiser, str(a)),
        ("wagtail_ladder.withdraw_consent", str(a.pk), club.arbiter, str(a)),
    ]


def test_members_of_another_club_are_nobody(club):
    stranger = Player.objects.create(club=Club.objects.create(name="Elsewhere"), name="Stranger")
    assert services.record_consent(club.club, [stranger.pk], by=club.organiser) == 0
    stranger.refresh_from_db()
    assert not stranger.full_name_consent


@pytest.mark.parametrize(
    ("change", "whose"),
    [
        (lambda c: services.withdraw_consent(c.club, [p.pk for p in c.members.values()], by=c.arbiter), "A"),
        (lambda c: services.confirm_adults(c.club, [c.members["B"].pk], adults=False, by=c.arbiter), "B"),
        (lambda c: services.force_initials(c.ladder, c.members["A"], True, by=c.arbiter), "A"),
        (lambda c: services.force_initials(c.ladder, c.members["C"], True, by=c.arbiter), ""),
        (lambda c: services.change_ladder(c.ladder, names="initials", by=c.arbiter), "AB"),
        (lambda c: _juniors(c, never=True, by=c.arbiter), "A"),
        (lambda c: services.rename_player(c.members["B"], "Bea B", by=c.arbiter), "B"),
        (lambda c: services.rename_player(c.members["C"], "Cleo C", by=c.arbiter), ""),
        (lambda c: services.rename_player(c.members["B"], "Member B", by=c.arbiter), ""),
        (lambda c: services.change_ladder(c.ladder, visibility="public", by=c.organiser), ""),
        (lambda c: services.record_consent(c.club, [c.members["C"].pk], by=c.organiser), ""),
    ],
    ids=[
        "consent withdrawn", "a junior again", "initials forced", "initials forced where they were shown",
        "a ladder of initials", "juniors never", "renamed", "renamed behind initials", "renamed to the same",
        "a wider level", "consent recorded",
    ],
)  # fmt: skip
def test_whoever_is_shown_by_less_gets_a_new_address(open_club, change, whose):
    assert moved(open_club, lambda: change(open_club)) == set(whose)


def test_nobody_is_found_under_an_old_address_and_it_is_announced(
    open_club, django_capture_on_commit_callbacks
):
    old = addresses(open_club)["A"]
    announced = {}

    def note(ladder, retired, **kwargs):
        announced[ladder] = retired

    ladder_changed.connect(note)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            services.withdraw_consent(open_club.club, [open_club.members["A"].pk], by=open_club.arbiter)
    finally:
        ladder_changed.disconnect(note)
    assert announced == {open_club.ladder: [old]}
    assert not LadderPlayer.objects.filter(public_id=old).exists()


def test_an_adult_with_consent_stays_in_full_without_it(open_club):
    b = open_club.members["B"]
    services.record_consent(open_club.club, [b.pk], by=open_club.organiser)
    assert (
        moved(open_club, lambda: services.withdraw_consent(open_club.club, [b.pk], by=open_club.arbiter))
        == set()
    )
    assert in_full(open_club) == {"A", "B"}


def test_an_event_keeps_its_address(open_club):
    before = set(Event.objects.values_list("public_id", flat=True))
    services.withdraw_consent(open_club.club, [open_club.members["A"].pk], by=open_club.arbiter)
    assert set(Event.objects.values_list("public_id", flat=True)) == before


def test_an_arbiter_may_only_tighten_the_club(open_club):
    """Switching juniors off is anybody's with a role; all else about a club is for organisers."""
    club = Club.objects.get(pk=open_club.club.pk)
    stored = {"name": club.name, "language": club.language, "juniors_never_by_full_name": True}
    for change in ({"name": "Mine"}, {"language": "tr"}):
        with pytest.raises(services.NotAllowed):
            services.change_club(club, **{**stored, **change}, by=open_club.arbiter)
    services.change_club(club, **stored, by=open_club.arbiter)
    assert in_full(open_club) == {"B"}
    with pytest.raises(services.NotAllowed):
        services.change_club(club, **{**stored, "juniors_never_by_full_name": False}, by=open_club.arbiter)


def test_a_name_without_initials_has_a_number_that_nobody_gets_again(club):
    li, wang, bo = (
        services.add_player(club.club, name, by=club.arbiter) for name in ("李明", "王小明", "Bo")
    )
    for player in (li, wang):
        services.force_initials(club.ladder, player, True, by=club.arbiter)

    def shown(player):
        seat = LadderPlayer.objects.get(player=player)
        return numbered_initials(seat.initials, seat.initials_suffix)

    assert (shown(li), shown(wang)) == ("Player 1", "Player 2")
    services.rename_player(wang, "Wang Xiaoming", by=club.arbiter)
    assert shown(wang) == "W. X."
    services.force_initials(club.ladder, bo, True, by=club.arbiter)
    assert shown(bo) == "Player 3"
    services.rename_player(wang, "王小明", by=club.arbiter)
    assert shown(wang) == "Player 4"


def test_a_purge_waits_for_the_commit(open_club, django_capture_on_commit_callbacks):
    with Purges() as purged, django_capture_on_commit_callbacks(execute=False):
        services.withdraw_consent(open_club.club, [open_club.members["A"].pk], by=open_club.arbiter)
        assert not purged
