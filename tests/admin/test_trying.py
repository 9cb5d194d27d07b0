"""What is compared between a look and the saving: what was seen, and of whom; no id that a trial made."""

from wagtail_ladder.admin.trying import LadderShown, Trying


class Nothing(Trying):
    act = done = None

    def asked(self):
        return None


def fingerprint(*, stood, moved):
    return Nothing().fingerprint([LadderShown("Thursday", [], 1, [], stood=stood, moved=moved, outside="")])


def test_a_newcomer_has_another_id_in_each_trial():
    assert fingerprint(stood=[1], moved=[1, 8]) == fingerprint(stood=[1], moved=[1, 9])


def test_somebody_else_who_moves_by_as_much_is_another_outcome():
    assert fingerprint(stood=[1], moved=[1, 8]) != fingerprint(stood=[2], moved=[2, 8])
