"""The world is built once: each test works in a savepoint of its own."""

import pytest
from django.db import transaction
from django.test import Client
from wagtail.admin.rich_text.converters import contentstate_models

from wagtail_ladder.models.identifiers import ALPHABET

from .world import TheWorld, build


@pytest.fixture(autouse=True)
def keys_of_paragraphs(monkeypatch):
    """Wagtail draws five letters for each paragraph in a form: here such as no part of a name is made of."""
    monkeypatch.setattr(contentstate_models, "ALPHANUM", ALPHABET)


@pytest.fixture(scope="package")
def built(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), transaction.atomic():
        yield build()
        transaction.set_rollback(True)


@pytest.fixture
def world(built, db) -> TheWorld:
    return built


@pytest.fixture
def browser_of():
    def browser(user=None, **options) -> Client:
        client = Client(raise_request_exception=False, **options)
        if user is not None:
            client.force_login(user)
        return client

    return browser
