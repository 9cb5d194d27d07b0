"""Mistakes that somebody could make tomorrow, and the tests that must notice.

    python -m tests.mutants [part of a name ...]

Each mutant changes a copy of the project in a few places and runs the tests named with it, all of which
must fail. First they are run on the copy as it is, where all must pass: a test that always fails notices
nothing. Add a `Mutant` to `MUTANTS` for every rule whose loss nobody would see on the page.
"""

# ruff: noqa: T201  (a script that reports to the terminal)

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
COPIED = ("wagtail_ladder", "tests", "example_site", "pyproject.toml")
PASSED, FAILED = 0, 1  # pytest's exit codes; every other one means that the tests did not run


@dataclass(frozen=True)
class Mutant:
    name: str
    file: str
    changes: tuple[tuple[str, str], ...]
    """(text that occurs exactly once in the file, what stands there instead)"""
    tests: tuple[str, ...]
    """pytest nodes; every one of them must fail"""


RATING = "wagtail_ladder/engine/rating.py"
RULES = "tests/engine/test_rules.py"
ACTS = "wagtail_ladder/services/acts.py"
LADDER = "tests/services/test_ladder.py"
LEDGER = "tests/services/test_ledger.py"
MERGES = "tests/services/test_merges.py"
AUDIENCE = "wagtail_ladder/audience.py"
LINKS = "tests/site/test_links.py"
LEAKS = "tests/leaks"
PLACING = "wagtail_ladder/site/placing.py"
REFUSED = f"{LEAKS}/test_placing.py::test_what_he_may_not_place_is_refused_as_what_does_not_exist"
LINK_LEVEL = "link.ladder.visibility == Visibility.LINK"

MUTANTS = [
    Mutant(
        "update inside the event loop",
        RATING,
        (
            (
                "white.surplus += _SCORE[white_half_points] - expected",
                "white.surplus += _SCORE[white_half_points] - expected\n"
                "            white.rating += 20 * (_SCORE[white_half_points] - expected)",
            ),
        ),
        (f"{RULES}::test_ratings_of_the_second_round_are_those_before_the_first",),
    ),
    Mutant(
        "K from the count after",
        RATING,
        (("rules.k(state.games) *", "rules.k(state.games + seat.rated_games) *"),),
        (f"{RULES}::test_k_is_the_one_before_the_event_even_if_the_twentieth_game_falls_in_it",),
    ),
    Mutant(
        "shield reversed",
        RATING,
        (
            (
                "if white.established and not black.established",
                "if not white.established and black.established",
            ),
            (
                "if black.established and not white.established",
                "if not black.established and white.established",
            ),
        ),
        (
            f"{RULES}::test_a_newcomer_cannot_move_an_established_player_but_is_rated_himself",
            f"{RULES}::test_the_shield_stands_only_between_established_and_provisional",
        ),
    ),
    Mutant(
        "shield from the status after",
        RATING,
        (
            (
                "_Seat(state, rules) for player, state in before.items()",
                "_Seat(state._replace(games=state.games + sum(player in game[2:4] for game in games)), rules)"
                " for player, state in before.items()",
            ),
        ),
        (f"{RULES}::test_the_shield_asks_for_the_status_before_the_event",),
    ),
    Mutant(
        "half-even rounding",
        "wagtail_ladder/engine/shown.py",
        (("size = (abs(rating) + unit // 2) // unit", "size = round(abs(rating) / unit)"),),
        ("tests/engine/test_shown.py::test_halves_go_away_from_zero",),
    ),
    Mutant(
        "a forfeit rated",
        RATING,
        (("Kind.FORFEIT: Reason.FORFEIT", "Kind.FORFEIT: None"),),
        (f"{RULES}::test_what_is_never_rated",),
    ),
    Mutant(
        "a bye raising the game count",
        RATING,
        (
            (
                "expectations.append(None)",
                "expectations.append(None)\n"
                "            if reason is Reason.BYE and white_player is not None:\n"
                "                seats[white_player].rated_games += 1",
            ),
        ),
        (f"{RULES}::test_what_is_never_rated",),
    ),
    Mutant(
        "correcting a game without replay",
        "wagtail_ladder/services/games.py",
        (
            (
                "        change.replay_of(event)\n        game.save()",
                "        change.purge(event.ladder_id)\n        game.save()",
            ),
        ),
        (f"{LADDER}::test_a_correction_three_events_back_is_a_replay_from_the_first",),
    ),
    Mutant(
        "deciding a name without replay",
        ACTS,
        (
            (
                "        change.replay_of(event)\n    in_force",
                "        change.purge(event.ladder_id)\n    in_force",
            ),
        ),
        (f"{LADDER}::test_an_undecided_name_is_shown_and_not_rated",),
    ),
    Mutant(
        "the oldest decision about a name counts",
        ACTS,
        (('.order_by("act_id")', '.order_by("-act_id")'),),
        (
            f"{LEDGER}::test_undone_is_as_it_was_before_whether_decided_or_not",
            f"{LEDGER}::test_an_older_decision_is_undone_under_a_newer_one",
        ),
    ),
    Mutant(
        "not the same holds for the two alone",
        "wagtail_ladder/services/merges.py",
        (
            (
                "_refuse_distinct(kept.club_id, ours, theirs)",
                "_refuse_distinct(kept.club_id, [kept.pk], [absorbed.pk])",
            ),
        ),
        (f"{MERGES}::test_not_the_same_holds_for_everybody_merged_into_either",),
    ),
    Mutant(
        "what was loosened for a person stays so after the undoing of the merge",
        "wagtail_ladder/services/merges.py",
        (('player.is_adult = player.is_adult and all(was["is_adult"] for was in had)', "pass"),),
        ("tests/services/test_unmerging.py::test_what_was_loosened_for_the_two_is_loosened_for_neither",),
    ),
    Mutant(
        "deleting and moving an event without replay",
        "wagtail_ladder/services/events.py",
        (
            (
                "        change.replay_of(event)\n        event.status_before_deletion",
                "        change.purge(event.ladder_id)\n        event.status_before_deletion",
            ),
            ('frozenset({"last_day", "sequence", "unrated"})', 'frozenset({"last_day", "unrated"})'),
        ),
        (
            f"{LADDER}::test_an_event_taken_away_and_brought_back[delete-restore]",
            f"{LADDER}::test_the_order_of_the_day_decides",
        ),
    ),
    Mutant(
        "a standing without a place",
        "wagtail_ladder/services/replay.py",
        (("seat_players(ladder_id, (player for _ladder, player in standings), by=None)", "pass"),),
        ("tests/proof/test_places.py::test_restoring_what_was_moved_to_another_ladder_gives_places",),
    ),
    Mutant(
        "a rebuild that swallows what no number follows from yet",
        "wagtail_ladder/services/verb.py",
        (("self._accepted = found_outside(ladder_id) == CHANGED_OUTSIDE", "pass"),),
        ("tests/proof/test_next_verb.py::test_a_rebuild_accepts_by_name_what_is_used_later",),
    ),
    Mutant(
        "a revoked link opens",
        AUDIENCE,
        (("link.ladder.visibility == Visibility.LINK and link.revoked_at is None", LINK_LEVEL),),
        (f"{LINKS}::TestWhatOpensNothing::test_a_revoked_link_and_the_others_stay",),
    ),
    Mutant(
        "a link opens whatever the level of the ladder",
        AUDIENCE,
        ((f"return {LINK_LEVEL} and", "return"),),
        (f"{LINKS}::TestWhatOpensNothing::test_a_ladder_on_another_level",),
    ),
    Mutant(
        "the last day of a link is over when it begins",
        AUDIENCE,
        (("link.last_day < timezone.localdate()", "link.last_day <= timezone.localdate()"),),
        (f"{LINKS}::TestWhatOpensNothing::test_the_last_day_counts_in_the_time_zone_of_the_site",),
    ),
    Mutant(
        "the key of a link opens without its secret",
        AUDIENCE,
        (
            (
                "constant_time_compare(token, _token(link, key)) for key in keys",
                "token.startswith(link.key) for key in keys",
            ),
        ),
        (f"{LINKS}::TestWhatOpensNothing::test_a_token_that_is_not_quite_it",),
    ),
    Mutant(
        "the secret of a link does not depend on the ladder",
        AUDIENCE,
        (('f"{link.ladder_id}:{link.key}:{link.nonce}"', 'f"{link.key}:{link.nonce}"'),),
        (f"{LINKS}::TestWhatOpensNothing::test_a_link_does_not_follow_its_row_to_another_ladder",),
    ),
    Mutant(
        "a link's screens in the frame of the site",
        "wagtail_ladder/site/links.py",
        (("wagtail_ladder/standalone.html", "wagtail_ladder/base.html"),),
        (f"{LINKS}::TestWhatTheHolderSees::test_it_stands_in_its_own_frame",),
    ),
    Mutant(
        "a link's screens kept by caches, and their address told",
        "wagtail_ladder/site/links.py",
        (
            ('        response["Referrer-Policy"] = "same-origin"\n', ""),
            ("return keep_private(response)", "return response"),
        ),
        (f"{LINKS}::TestWhatTheHolderSees::test_headers_of_every_address",),
    ),
    Mutant(
        "the secret of a link in the log",
        "wagtail_ladder/apps.py",
        (("        tokens.mask_tokens_in_django_logs()\n", ""),),
        (f"{LINKS}::TestTheSecret::test_it_is_in_no_log",),
    ),
    Mutant(
        "an arbiter sees where a link leads",
        "wagtail_ladder/admin/links.py",
        (("with_address=is_organiser", "with_address=True"),),
        ("tests/admin/test_links.py::TestTheList::test_an_arbiter_sees_it_and_not_where_it_leads",),
    ),
    Mutant(
        "an arbiter keeps a link open for longer",
        "wagtail_ladder/services/links.py",
        (
            (
                "                require(by, ClubRole.ORGANISER, link.ladder.club_id)\n",
                "                pass\n",
            ),
        ),
        ("tests/services/test_links.py::test_an_arbiter_may_leave_a_last_day_as_it_is_but_not_move_it_on",),
    ),
    Mutant(
        "who is a member works in the club",
        "wagtail_ladder/services/roles.py",
        ((", role__in=WORKING_ROLES", ""),),
        ("tests/services/test_clubs.py::test_a_member_has_no_role",),
    ),
    Mutant(
        "members see every ladder of their club",
        AUDIENCE,
        ((", role__in=WORKING_ROLES", ""),),
        ("tests/services/test_clubs.py::test_a_member_has_no_role",),
    ),
    Mutant(
        "a ladder is opened to another club's members",
        "wagtail_ladder/services/ladders.py",
        (("        _refuse_strange_groups(ladder, groups, by)\n", ""),),
        ("tests/services/test_clubs.py::test_a_ladder_is_opened_to_members_of_its_own_club_alone",),
    ),
    Mutant(
        "a stale form gives a role back",
        "wagtail_ladder/admin/groups.py",
        (('if self.cleaned_data["as_of"] != self.state:', "if False:"),),
        ("tests/admin/test_groups.py::test_a_form_that_is_out_of_date_gives_no_role_back",),
    ),
    Mutant(
        "an editor opens what its club keeps behind restrictions",
        AUDIENCE,
        ((" & ~Q(pk__in=_behind_restrictions())", ""),),
        (
            "tests/site/test_editing.py::TestPlacing"
            "::test_one_behind_restrictions_alone_is_placed_by_the_people_of_its_club",
        ),
    ),
    Mutant(
        "the gate lets everybody in",
        AUDIENCE,
        (("    if answer is Access.GRANTED:\n", "    if answer:\n"),),
        (
            f"{LEAKS}/test_route_guard.py::test_hidden_is_missing[organisers-anonymous]",
            f"{LEAKS}/test_route_guard.py::test_hidden_is_missing[members-nobody]",
            f"{LEAKS}/test_canary.py::test_ladder_pages[anonymous]",
        ),
    ),
    Mutant(
        "public rows hold the full name",
        AUDIENCE,
        (('Case(When(shown_in_full(), then=F("player__name")))', 'F("player__name")'),),
        (
            f"{LEAKS}/test_canary.py::test_ladder_pages[parent]",
            f"{LEAKS}/test_canary.py::test_link_holders",
            f"{LEAKS}/test_order.py::test_shuffling_the_full_names_changes_nothing_of_what_is_public[0]",
        ),
    ),
    Mutant(
        "a player is called by name where Wagtail asks the object",
        "wagtail_ladder/models/player.py",
        (('return f"Player {self.reference}"', "return self.name"),),
        (
            f"{LEAKS}/test_residue.py::test_after_a_season_names_are_nowhere_else",
            f"{LEAKS}/test_residue.py::test_nobody_is_named_by_his_object",
        ),
    ),
    Mutant(
        "the registry's screens reach every club",
        "wagtail_ladder/admin/scope.py",
        (
            (
                'user_has_permission_for_instance(self.request.user, "view", instance):',
                'user_has_permission(self.request.user, "view"):',
            ),
        ),
        (f"{LEAKS}/test_tenancy.py::test_nothing_foreign_is_met_on_any_address[organiser]",),
    ),
    Mutant(
        "the event screens reach every club",
        "wagtail_ladder/admin/events/access.py",
        (("Event.objects.filter(ladder__club__in=clubs_of(user))", "Event.objects.all()"),),
        (f"{LEAKS}/test_tenancy.py::test_nothing_foreign_is_met_on_any_address[arbiter]",),
    ),
    Mutant(
        "a block shows every ladder",
        "wagtail_ladder/site/embed.py",
        (("{pk: why_not_embedded(ladder, served) for pk, ladder in", "{pk: None for pk, _ladder in"),),
        (
            f"{LEAKS}/test_canary.py::test_pages_with_blocks_and_club_pages[anonymous]",
            f"{LEAKS}/test_caches.py::"
            "test_a_cached_block_is_the_same_for_whoever_filled_the_cache[wagtailpagecache]",
        ),
    ),
    Mutant(
        "a frame for other sites shows every ladder",
        "wagtail_ladder/site/framed.py",
        (
            ("    if ladder is None or not may_embed(ladder, None):\n", "    if ladder is None:\n"),
            ("from ..audience import may_embed\n", ""),
        ),
        (
            f"{LEAKS}/test_canary.py::test_frames_for_other_sites[anonymous]",
            f"{LEAKS}/test_route_guard.py::test_a_frame_of_a_ladder_that_is_not_for_everybody_is_missing[parent]",
            f"{LEAKS}/test_route_guard.py::test_a_frame_of_a_public_ladder_whose_page_is_private_is_missing",
        ),
    ),
    Mutant(
        "an open page is told of changes where the page itself refuses",
        "wagtail_ladder/site/live.py",
        (
            (
                "        if response.status_code != 200:\n            return response\n",
                "",
            ),
        ),
        ("tests/blocks/test_live.py::test_what_the_page_itself_refuses_stays_refused",),
    ),
    Mutant(
        "an open page is told of replays alone",
        "wagtail_ladder/site/embed.py",
        (('stamp_of(value["heading"], shown)', "stamp_of(shown.as_of)"),),
        (
            "tests/blocks/test_live.py::test_what_is_shown_otherwise_is_told[blocks-rename]",
            "tests/blocks/test_live.py::test_what_is_shown_otherwise_is_told[blocks-take_out_of_the_group]",
        ),
    ),
    Mutant(
        "two blocks of one ladder are read one after the other",
        "wagtail_ladder/site/embed.py",
        (
            (
                "    return found or _read([value], request, page)[0]\n",
                "    return _read([value], request, page)[0]\n",
            ),
        ),
        ("tests/blocks/test_together.py::test_the_ladder_is_read_once_for_several_blocks",),
    ),
    Mutant(
        "a block keeps whatever is typed for a player",
        "wagtail_ladder/blocks/address.py",
        (
            (
                "        if found is None:\n",
                "        if found is None:\n            return text\n        if not found:\n",
            ),
        ),
        ("tests/blocks/test_placing.py::TestAddresses::test_a_name_is_never_kept[Anna Ash]",),
    ),
    Mutant(
        "the forms of pages take any club and any ladder",
        PLACING,
        (("chosen = placeable(self.model, self._user())", "chosen = self.model.objects.all()"),),
        (
            f"{LEAKS}/test_pages_never_widen.py::"
            "test_the_page_form_refuses_the_ladder_of_another_club[page_editor]",
            *(f"{REFUSED}[{kind}-draft]" for kind in ("ladder", "club", "block")),
        ),
    ),
    Mutant(
        "the forms of pages name every club and every ladder",
        PLACING,
        ((" if rule.placeable(user).filter(pk=instance.pk).exists() else str(rule.unnamed)", ""),),
        tuple(
            f"{LEAKS}/test_placing.py::test_no_screen_about_a_page_names_what_stands_on_it[{kind}]"
            for kind in ("ladder", "club", "block")
        ),
    ),
    Mutant(
        "the forms of pages keep what anybody sends",
        PLACING,
        (("return self._signer().unsign(text)", 'return text.partition(":")[0]'),),
        tuple(f"{REFUSED}[{kind}-draft]" for kind in ("ladder", "club", "block")),
    ),
    Mutant(
        "the choosers for pages offer every club and every ladder",
        "wagtail_ladder/admin/scope.py",
        (
            (
                "return placeable(self.model_class, self.request.user)",
                "return self.model_class.objects.all()",
            ),
        ),
        (f"{LEAKS}/test_placing.py::test_the_choosers_offer_what_is_public_and_no_more",),
    ),
    Mutant(
        "a comparison of two versions of a block names what was placed",
        "wagtail_ladder/blocks/base.py",
        (("title_for(acting_user(), value)", "value.name"), ("acting_user, ", ""), (", title_for\n", "\n")),
        (f"{LEAKS}/test_placing.py::test_no_screen_about_a_page_names_what_stands_on_it[block]",),
    ),
    Mutant(
        "a comparison of two versions of a page names what was placed",
        PLACING,
        (
            (
                "instance and title_for(self.user, instance) for instance in",
                "instance and str(instance) for instance in",
            ),
        ),
        (f"{LEAKS}/test_placing.py::test_no_screen_about_a_page_names_what_stands_on_it[ladder]",),
    ),
    Mutant(
        "no cache is told to forget",
        "wagtail_ladder/site/receivers.py",
        (("    purge(ladder, retired)\n", "    pass\n"),),
        (
            f"{LEAKS}/test_caches.py::test_every_change_purges_all_pages_that_show_the_ladder[replays]",
            f"{LEAKS}/test_caches.py::test_every_change_purges_all_pages_that_show_the_ladder[tightenings]",
        ),
    ),
    Mutant(
        "a name that was hidden stays in cached parts of pages",
        "wagtail_ladder/site/receivers.py",
        (("        renew_cached_parts(ladder, level_changed=level_changed)\n", "        pass\n"),),
        (f"{LEAKS}/test_caches.py::test_a_tightening_shows_at_once_in_cached_parts_of_pages",),
    ),
    Mutant(
        "a block judges by a page that turns the visitor away",
        "wagtail_ladder/site/gate.py",
        (
            (
                "    for ladder in _ladders_of(page):\n",
                "    setattr(request, _SERVED_PAGE, page)\n    for ladder in _ladders_of(page):\n",
            ),
            ("            setattr(request, _SERVED_PAGE, None)\n", ""),
        ),
        tuple(
            f"{LEAKS}/test_served_page.py::{test}"
            for test in (
                "test_what_a_site_shows_around_not_found_is_the_same_for_a_hidden_ladder",
                "test_a_page_that_refuses_by_itself_is_not_the_page_of_its_not_found",
                "test_the_form_that_asks_for_a_password_shows_no_ladder",
            )
        ),
    ),
    Mutant(
        "what is kept of pages does not follow their restrictions",
        "wagtail_ladder/site/receivers.py",
        (("    if page is not None and instance.password != RESTRICTION_MARK:\n", "    if False:\n"),),
        tuple(
            f"{LEAKS}/test_cached_parts.py::TestARestrictionThatChanges::{test}"
            for test in (
                "test_the_members_page_is_opened_to_everybody[True]",
                "test_a_page_above_it_is_opened",
                "test_it_is_limited_to_other_groups",
                "test_the_page_of_a_public_ladder_becomes_private[restricted]",
            )
        ),
    ),
    Mutant(
        "a ladder that is hidden between the gate and the rows is shown",
        AUDIENCE,
        (("        if level != ladder.visibility:\n", "        if False:\n"),),
        (
            f"{LEAKS}/test_race.py::test_a_ladder_that_is_hidden_meanwhile_is_missing[table-public]",
            f"{LEAKS}/test_race.py::test_its_block_shows_nothing_and_its_link_leads_nowhere",
        ),
    ),
    Mutant(
        "a stranger can tell our restrictions from those of editors",
        "wagtail_ladder/models/ladder.py",
        (('RESTRICTION_MARK = " wagtail_ladder"', 'RESTRICTION_MARK = "wagtail_ladder"'),),
        (f"{LEAKS}/test_hints.py::test_the_mark_of_our_restrictions_is_no_password",),
    ),
]


def copy_project(target: Path) -> None:
    for name in COPIED:
        source = PROJECT / name
        if source.is_dir():
            shutil.copytree(source, target / name, ignore=shutil.ignore_patterns("__pycache__"))
        elif source.exists():
            shutil.copy(source, target / name)


def run(copy: Path, *command: str) -> subprocess.CompletedProcess[str]:
    # Without bytecode: a mutant written within the same second would pass for the file before it.
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(  # noqa: S603  our own interpreter and our own tests
        [sys.executable, *command], cwd=copy, env=environment, capture_output=True, text=True, check=False
    )


def run_tests(copy: Path, *nodes: str) -> subprocess.CompletedProcess[str]:
    return run(copy, "-m", "pytest", "-q", "-x", *nodes)


def mutated(source: str, mutant: Mutant) -> str:
    for text, replacement in mutant.changes:
        if source.count(text) != 1:
            sys.exit(f"{mutant.name}: {text!r} occurs {source.count(text)} times in {mutant.file}, not once")
        source = source.replace(text, replacement)
    return source


def survivors(copy: Path, mutant: Mutant) -> list[str]:
    """The tests that did not notice the mutant."""
    path = copy / mutant.file
    original = path.read_text(encoding="utf-8")
    path.write_text(mutated(original, mutant), encoding="utf-8")
    try:
        outcomes = {node: run_tests(copy, node) for node in mutant.tests}
    finally:
        path.write_text(original, encoding="utf-8")
    for node, outcome in outcomes.items():
        if outcome.returncode not in (PASSED, FAILED):
            sys.exit(f"{mutant.name}: {node} did not run\n{outcome.stdout}{outcome.stderr}")
    return [node for node, outcome in outcomes.items() if outcome.returncode == PASSED]


def main(wanted: list[str]) -> int:
    mutants = [mutant for mutant in MUTANTS if not wanted or any(part in mutant.name for part in wanted)]
    if not mutants:
        sys.exit(f"no mutant has a name like {' or '.join(wanted)}")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder).resolve()
        copy_project(copy)
        loaded = run(copy, "-c", "import wagtail_ladder; print(wagtail_ladder.__file__)").stdout.strip()
        if not Path(loaded).is_relative_to(copy):
            sys.exit(f"the tests would not run on the copy but on {loaded}")
        unharmed = run_tests(copy, *dict.fromkeys(node for mutant in mutants for node in mutant.tests))
        if unharmed.returncode != PASSED:
            sys.exit(f"without any mutant the tests must pass\n{unharmed.stdout}{unharmed.stderr}")
        survived = 0
        for mutant in mutants:
            unnoticed = survivors(copy, mutant)
            survived += bool(unnoticed)
            print(f"{'SURVIVED' if unnoticed else 'died':9} {mutant.name}")
            for node in unnoticed:
                print(f"{'':9}   unnoticed by {node}")
    print(f"{len(mutants)} mutants, {survived} survived")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
