"""The addresses outside the page tree: of share links, and of frames for other sites.

A site includes them above Wagtail's own: `path("ladders/", include("wagtail_ladder.urls"))`.
"""

from django.urls import path, register_converter

from .site import framed, links

register_converter(links.TokenConverter, "ladder_token")
register_converter(framed.EmbedIdConverter, "ladder_embed")

app_name = "wagtail_ladder"
urlpatterns = [
    path("embed/<ladder_embed:embed_id>/", framed.framed, name="embed"),
    path("s/<ladder_token:token>/", links.table, name="table"),
    path("s/<ladder_token:token>/csv/", links.csv, name="csv"),
    path("s/<ladder_token:token>/events/", links.events, name="events"),
    path("s/<ladder_token:token>/corrections/", links.corrections, name="corrections"),
    path("s/<ladder_token:token>/events/<slug:event_id>/", links.event, name="event"),
    path("s/<ladder_token:token>/players/<slug:player_id>/", links.player, name="player"),
    path(
        "s/<ladder_token:token>/players/<slug:player_id>/events/<slug:event_id>/",
        links.explanation,
        name="explanation",
    ),
]
