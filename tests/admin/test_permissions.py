import pytest
from django.contrib.auth.models import AnonymousUser

from wagtail_ladder.admin.permissions import ClubPolicy
from wagtail_ladder.models import Club, Ladder, Player

ACTIONS = ("view", "add", "change", "delete")

#                        view   add    change delete
MATRIX = {
    (Club, "root"): (True, True, True, False),
    (Club, "organiser"): (True, False, True, False),
    (Club, "arbiter"): (True, False, True, False),
    (Club, "stranger"): (False, False, False, False),
    (Player, "root"): (True, True, True, False),
    (Player, "organiser"): (True, True, True, False),
    (Player, "arbiter"): (True, True, True, False),
    (Player, "stranger"): (False, False, False, False),
    (Ladder, "root"): (True, True, True, False),
    (Ladder, "organiser"): (True, True, True, False),
    (Ladder, "arbiter"): (True, False, True, False),
    (Ladder, "stranger"): (False, False, False, False),
}


@pytest.fixture
def people(root, rookery, editor):
    return {
        "root": [root],
        "organiser": [rookery.organiser],
        "arbiter": [rookery.arbiter],
        "stranger": [editor, AnonymousUser()],
    }


@pytest.fixture
def instances(rookery, foreign):
    return {
        Club: (rookery.club, foreign.club),
        Player: (rookery.players[0], foreign.players[0]),
        Ladder: (rookery.ladder, foreign.ladder),
    }


@pytest.mark.parametrize(("model", "who"), MATRIX, ids=lambda value: getattr(value, "__name__", value))
def test_who_may_do_what(model, who, people, instances):
    policy, expected = ClubPolicy(model), MATRIX[model, who]
    own, foreign = instances[model]
    for user in people[who]:
        assert tuple(policy.user_has_permission(user, action) for action in ACTIONS) == expected
        assert (
            tuple(policy.user_has_permission_for_instance(user, action, own) for action in ACTIONS)
            == expected
        )
        for action, may in zip(ACTIONS, expected, strict=True):
            reached = set(policy.instances_user_has_permission_for(user, action))
            assert (own in reached) == may
            assert (foreign in reached) == (may and who == "root")
            assert policy.user_has_permission_for_instance(user, action, foreign) == (may and who == "root")
            if user.is_authenticated:
                assert (user in policy.users_with_permission(action)) == may
                assert (user in policy.users_with_permission_for_instance(action, own)) == may
                assert (user in policy.users_with_permission_for_instance(action, foreign)) == (
                    may and who == "root"
                )


@pytest.mark.django_db
def test_an_inactive_superuser_may_do_nothing(root, rookery):
    root.is_active = False
    assert not any(ClubPolicy(Club).user_has_permission(root, action) for action in ACTIONS)
    assert not ClubPolicy(Club).instances_user_has_permission_for(root, "view").exists()
