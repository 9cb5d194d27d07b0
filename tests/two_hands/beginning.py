"""What a club was at first, and how it becomes so again by verbs alone."""

from tests.services.kit import fingerprint, stored_changes, stored_standings
from wagtail_ladder import services
from wagtail_ladder.kinds import Kind
from wagtail_ladder.models import Act, Entry, Event, Ladder, LadderPlayer, Player, RuleSet
from wagtail_ladder.services import LadderError, Pairing, Result
from wagtail_ladder.services.rules import values_of

from .club import FILES, digest_of
from .state import taken, without_times

REASON = "as it was"
DELETED, PUBLISHED = Event.Status.DELETED, Event.Status.PUBLISHED
EVENT_FIELDS = ("first_day", "last_day", "sequence", "in_progress", "unrated", "unrated_note")
OF_ANY_VERB = {"version", "changed_by_id"}
# With the ids of games, which come back under new ones. `test_histories` looks at it after each step.
OF_ROWS = {"digest_when_deleted"}


class Beginning:
    """Of a club in which no event has been split."""

    def __init__(self, club):
        self.club, self.by = club.club, club.organiser
        self.state = taken()
        self.events = {event.pk: event for event in Event.objects.all()}
        self.games = {pk: games_of(event) for pk, event in self.events.items()}
        self.seats = {seat.pk: seat for seat in LadderPlayer.objects.all()}
        self.rules = {(one.ladder_id, one.from_date): values_of(one) for one in RuleSet.objects.all()}
        self.acts_before = Act.objects.latest("pk").pk
        self.as_it_was = self.as_it_is_now()

    def as_it_is_now(self):
        """Without versions and times, and the ids of what may be taken away and made anew.

        Left out is what nothing refers to: events made since and deleted, players and places added since.
        """
        state = without_times(taken())
        there = [event for event in Event.objects.all() if event.pk in self.events or event.status != DELETED]
        ladders = Ladder.objects.filter(club=self.club)
        return {
            "players": {pk: state[Player][pk] for pk in self.state[Player]},
            "places": {pk: state[LadderPlayer][pk] for pk in self.seats},
            "start ratings": {pk for pk, row in state[LadderPlayer].items() if row["start_rating"]},
            "events": {
                event.pk: {
                    name: value
                    for name, value in state[Event][event.pk].items()
                    if name not in OF_ANY_VERB | OF_ROWS
                }
                for event in there
            },
            "names": {pk: row for pk, row in state[Entry].items() if row["event_id"] in self.events},
            "games": {event.pk: games_of(event) for event in there},
            "rules": {(one.ladder_id, one.from_date): values_of(one) for one in RuleSet.objects.all()},
            "ratings": {
                ladder.pk: (fingerprint(ladder), stored_changes(ladder), stored_standings(ladder))
                for ladder in ladders
            },
        }

    def come_back(self):
        for event in Event.objects.filter(status=DELETED):
            services.restore_event(event, reason="it was played", by=self.by)
        self.undo_decisions_and_splits()
        for event in Event.objects.order_by("pk"):
            if event.pk in self.events:
                self.bring_back(event, self.events[event.pk])
            else:
                services.delete_event(event, reason="entered twice", by=self.by)
        self.bring_rules_back()
        for seat in LadderPlayer.objects.select_related("ladder", "player").order_by("pk"):
            was = self.seats.get(seat.pk)
            start = (was.start_rating, was.start_reason) if was else (None, "")
            if (seat.start_rating, seat.start_reason) != start:
                services.set_start_rating(seat.ladder, seat.player, *start, by=self.by)

    def undo_decisions_and_splits(self):
        """The newest first. What is refused comes again after the others.

        Two can each wait for the other to be undone, by way of a third that was undone before, or of results
        that were typed since: then all boards are cleared, and filled again in the end.
        """
        boards_are_cleared = False
        while tries := [*self.decisions(), *self.splits()]:
            refusals = [self.refusal(*one) for one in tries]
            if None not in refusals:
                assert not boards_are_cleared, f"cannot be undone: {tries}, {refusals}"
                self.clear_boards()
                boards_are_cleared = True

    def clear_boards(self):
        for event in Event.objects.all():
            for number in sorted({game.round for game in event.games.all()}):
                services.save_round(event, number, [], by=self.by, reason=REASON)

    def decisions(self):
        acts = Act.objects.filter(undone_at=None, pk__gt=self.acts_before)
        return [(services.undo, act) for act in acts.order_by("-pk")]

    def splits(self):
        parts = Event.objects.exclude(split_from=None).select_related("split_from__ladder")
        return [(self.join, part) for part in parts.order_by("-pk")]

    def join(self, part, by):
        """Only what is on one ladder, published and rated alike, can be put together."""
        whole = part.split_from
        if part.ladder_id != whole.ladder_id:
            part = services.move_event(part, whole.ladder, by=by, reason=REASON)
        rated = {"unrated": whole.unrated, "unrated_note": whole.unrated_note}
        services.change_event(part, by=by, reason=REASON, **rated)
        self.publish_or_not(part, whole.status)
        services.join_split(part, by=by, reason=REASON)

    def publish_or_not(self, event, status):
        if event.status != status:
            if status == PUBLISHED:
                services.publish_event(event, by=self.by)
            else:
                services.unpublish_event(event, reason=REASON, by=self.by)

    def refusal(self, verb, thing):
        try:
            verb(thing, by=self.by)
        except LadderError as error:
            return error
        return None

    def bring_back(self, event, was):
        by = self.by
        if event.ladder_id != was.ladder_id:
            event = services.move_event(event, was.ladder, by=by, reason=REASON)
        if event.source_digest != was.source_digest:
            (file,) = [file for file in FILES if digest_of(file) == was.source_digest]
            event = services.update_from_report(
                event, file, source_digest=was.source_digest, by=by, reason=REASON
            )
        fields = {name: getattr(was, name) for name in EVENT_FIELDS}
        event = services.change_event(event, by=by, reason=REASON, **fields)
        self.bring_games_back(event)
        self.publish_or_not(event, was.status_before_deletion or was.status)
        if was.status == DELETED:
            services.delete_event(event, reason="entered twice", by=by)

    def bring_games_back(self, event):
        now, was = games_of(event), self.games[event.pk]
        for number in sorted({game["round"] for game in [*now, *was] if (game in now) != (game in was)}):
            games = [game for game in was if game["round"] == number]
            pairings = [
                Pairing(game["board"], game["white_id"], game["black_id"], result_of(game)) for game in games
            ]
            services.save_round(event, number, pairings, by=self.by, reason=REASON)
            for game in event.games.filter(round=number):
                (mark,) = [
                    (before["unrated"], before["unrated_note"])
                    for before in games
                    if before["white_id"] == game.white_id
                ]
                if (game.unrated, game.unrated_note) != mark:
                    result = result_of(vars(game))
                    services.correct_game(
                        game, result, unrated=mark[0], unrated_note=mark[1], by=self.by, reason=REASON
                    )

    def bring_rules_back(self):
        for rules in RuleSet.objects.exclude(from_date=None).select_related("ladder"):
            if (rules.ladder_id, rules.from_date) not in self.rules:
                services.remove_rules(rules.ladder, rules.from_date, by=self.by, reason=REASON)
        for (ladder, from_date), values in self.rules.items():
            services.set_rules(Ladder.objects.get(pk=ladder), from_date, by=self.by, reason=REASON, **values)


def games_of(event):
    """The games by what they are: one that was taken away and typed again has another id."""
    games = event.games.order_by("round", "white").values()
    return [{name: value for name, value in game.items() if name != "id"} for game in games]


def result_of(game):
    return Result(Kind(game["kind"]), game["white_half_points"], game["black_half_points"])
